/** The number of questions that an organization may ask in a billing period. */
export interface QuestionQuota {
  /** The first day of the billing period. */
  readonly period: string
  /** Null: questions are counted, without a limit. */
  readonly max: number | null
}

/** The slot and the question that a turn reserves. */
export interface LeaseRequest {
  /** Maximum number of concurrent turns. */
  readonly max: number
  readonly forMs: number
  /** Absent if the question is not counted. */
  readonly questions?: QuestionQuota
}

/**
 * Why a turn gets no slot: all slots are taken; all questions of the period are used; or all of them are used or reserved, so
 * that a reservation that is given back allows another one.
 */
export type LeaseRefusal = 'slots' | 'questions' | 'reserved_questions'

/** Whether a turn has a slot, and if not, why. */
type Reservation =
  | {
      readonly ok: true
      /** Questions counted in the period so far; undefined if they are not counted. */
      readonly used?: number
    }
  | { readonly ok: false; readonly full: LeaseRefusal }

/**
 * Slots of concurrent turns and questions per billing period, by organization: one write takes both or neither. A slot belongs
 * to its turn: the request reserves it, the turn's first step takes it over, and its last step releases it. It is a lease: if
 * its process dies, it expires. A question is counted when its slot is reserved, once per turn, and no longer counts if the
 * reservation is given back or expires before a worker has taken it over.
 */
export interface Leases {
  /** Reserves a slot and counts the question. Idempotent: a turn that has a slot keeps it, and is not counted again. */
  acquire(organizationId: number, turnId: string, wanted: LeaseRequest): Promise<Reservation>
  /**
   * Takes the slot over for a running turn. Never refuses: without a reservation it adds a slot and counts the question.
   * @param period in which the question counts if its reservation is gone; absent if it is not counted
   */
  hold(organizationId: number, turnId: string, forMs: number, period?: string): Promise<void>
  /** Gives a reservation and its question back; does nothing once the turn has taken the slot over. */
  cancelReservation(organizationId: number, turnId: string): Promise<void>
  /** Releases the slot of a turn that has ended; does nothing if it has none. */
  release(organizationId: number, turnId: string): Promise<void>
  /** Slots taken now; undefined if they are not counted. */
  taken(organizationId: number): Promise<number | undefined>
  /** Questions counted in a period; undefined if they are not counted. */
  questions(organizationId: number, period: string): Promise<number | undefined>
  /** Deletes all slots and questions of a removed organization. */
  erase(organizationId: number): Promise<void>
}

export type LeaseState = 'reserved' | 'held'

const isFull = ({ max }: Pick<QuestionQuota, 'max'>, used: number): boolean => max !== null && used >= max

/**
 * Why a further question is refused; undefined if the period has questions left.
 * @param used questions counted in the period, including those that are only reserved
 */
export const fullQuota = (
  quota: Pick<QuestionQuota, 'max'>,
  used: number,
  reserved: number,
): Exclude<LeaseRefusal, 'slots'> | undefined => {
  if (!isFull(quota, used)) return undefined
  return isFull(quota, used - reserved) ? 'questions' : 'reserved_questions'
}
