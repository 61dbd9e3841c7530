/** So many questions of an organization are taken in within a period. */
export interface QuestionQuota {
  /** The first day of the billing period. */
  readonly period: string
  /** Null: they are counted, and none is too many. */
  readonly max: number | null
}

/** What a turn wants to be reserved. */
export interface WantedPlace {
  /** Turns that may have a place at once. */
  readonly max: number
  readonly forMs: number
  /** Absent: the question counts nowhere. */
  readonly questions?: QuestionQuota
}

/**
 * Why a turn has no place: all places are taken; all questions of the period are used; or all of them are used or reserved, and
 * those that are only reserved may come back.
 */
export type Full = 'places' | 'questions' | 'reserved_questions'

/** Whether a turn has its place, and why it has none. */
export type Reservation =
  | {
      readonly ok: true
      /** Questions that count in the period by now; undefined where they are not counted. */
      readonly used?: number
    }
  | { readonly ok: false; readonly full: Full }

/**
 * Places of turns that are being answered at once, by organization, and how many questions it has asked in a billing period:
 * one write takes both or none. A place belongs to its turn: whoever asks reserves it for the moment in which a worker takes
 * the question in, the turn's first step takes it over, and its last one gives it back. It is a lease all the same: whoever
 * dies with it holds it until it expires, and no longer. A question counts with the place that is reserved for it, once
 * however often that is asked for, and counts no more where that is given back or expires before any worker has taken it over.
 */
export interface Leases {
  /** Reserves a place, and counts the question; a turn that has one keeps it, and is counted no second time. */
  acquire(organizationId: number, turnId: string, wanted: WantedPlace): Promise<Reservation>
  /**
   * The turn runs, and its place is its own from here on: a turn that runs is counted, reserved or not.
   * @param period in which its question counts where nothing is reserved for it any more; absent: nowhere
   */
  hold(organizationId: number, turnId: string, forMs: number, period?: string): Promise<void>
  /** Gives back what was reserved, the question too; what the turn has taken over is its own. */
  giveBack(organizationId: number, turnId: string): Promise<void>
  /** The turn has ended. Does nothing when its place is gone already. */
  release(organizationId: number, turnId: string): Promise<void>
  /** How many places are taken now; undefined where nobody counts them. */
  taken(organizationId: number): Promise<number | undefined>
  /** How many questions count in a period; undefined where nobody counts them. */
  questions(organizationId: number, period: string): Promise<number | undefined>
  /** Forgets all places and questions of an organization, once it has left. */
  erase(organizationId: number): Promise<void>
}

export type LeaseState = 'reserved' | 'held'

const isFull = ({ max }: Pick<QuestionQuota, 'max'>, used: number): boolean => max !== null && used >= max

/**
 * Why a question is refused that was not counted; undefined where the period has questions left.
 * @param used what counts in the period, with what is only reserved
 */
export const fullQuota = (
  quota: Pick<QuestionQuota, 'max'>,
  used: number,
  reserved: number,
): Exclude<Full, 'places'> | undefined => {
  if (!isFull(quota, used)) return undefined
  return isFull(quota, used - reserved) ? 'questions' : 'reserved_questions'
}
