import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'
import { isWrittenFirst } from '../../store/duplicate-key.ts'

/**
 * Which turn holds a question, and whether the question is accepted: one fact, decided once. `pending` goes to `opened`
 * by the first step of the turn, or to `refused` by the API that is about to tell its client so; never back. What was
 * refused is never run, and what was opened is never refused.
 */
export interface Claim {
  readonly turnId: string
  readonly conversationId: string
  readonly state: 'pending' | 'opened' | 'refused'
  /** A digest of the request that made it. */
  readonly request: string
  /** Why it was refused. */
  readonly problem?: ProblemName
}

/** A claim after a decision, and whether that decision was this call's. */
export type DecidedClaim = Pick<Claim, 'turnId' | 'state' | 'problem'> & { readonly isNew: boolean }

type Decision = Pick<Claim, 'state' | 'problem'>

/** Of a turn that nobody else can join, conversation and request are not written: nobody asks for them. */
interface ClaimDocument extends Claim {
  _id: string
  expiresAt: Date
}

const schema = new Schema<ClaimDocument>(
  {
    _id: { type: String, required: true },
    turnId: { type: String, required: true },
    conversationId: String,
    state: { type: String, required: true },
    request: String,
    problem: String,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)

/** A decided claim is known this long: an idempotency key is good for a day, and no turn takes as long. */
const DECIDED_MS = 24 * 60 * 60_000

/** Longer than anybody leaves a service without a worker; a turn that comes later finds no claim and is not run. */
const PENDING_MS = 30 * DECIDED_MS

/** A turn that nobody else can join is opened once; longer than this no attempt at that takes. */
const OWN_OPENED_MS = 2 * 60 * 60_000

export const claimStore = (connection: Connection) => {
  const model = connection.model<ClaimDocument>('Claim', schema, 'claims')
  const keyOf = (caller: OrganizationRef, id: string) => `${caller.organizationId}/${id}`

  const claimById = async (_id: string): Promise<Claim | undefined> => {
    const found = await model.findById(_id).lean()
    return found === null || isOver(found) ? undefined : claimOf(found)
  }
  /** Whoever writes the claim first has decided it. @returns false where it is there already */
  const decideOwn = async (_id: string, turnId: string, decision: Decision): Promise<boolean> => {
    const expiresAt = new Date(Date.now() + (decision.state === 'opened' ? OWN_OPENED_MS : PENDING_MS))
    return await isWrittenFirst(() => model.create({ _id, turnId, ...decision, expiresAt }))
  }
  /** Compare-and-set: tells what the claim is afterwards, whoever decided it. */
  const decide = async (
    caller: OrganizationRef,
    id: string,
    turnId: string,
    decision: Decision,
  ): Promise<DecidedClaim | undefined> => {
    const _id = keyOf(caller, id)
    if (id === turnId && (await decideOwn(_id, turnId, decision))) return { turnId, ...decision, isNew: true }
    const expiresAt = new Date(Date.now() + DECIDED_MS)
    const pending = { _id, turnId, state: 'pending' as const }
    const before = await model.findOneAndUpdate(pending, { $set: { ...decision, expiresAt } }).lean()
    if (before !== null) return { turnId, ...decision, isNew: true }
    const claim = await claimById(_id)
    if (claim?.turnId !== turnId) return undefined
    const { state, problem } = claim
    return { turnId, state, ...(problem === undefined ? {} : { problem }), isNew: false }
  }
  return {
    /**
     * Claims a question for a turn, or tells which turn holds it. Exactly one of many simultaneous callers gets the
     * claim. A refused one is free to be claimed anew.
     *
     * @param id a digest of everything that makes two requests one question
     */
    async add(
      caller: OrganizationRef,
      id: string,
      wanted: Pick<Claim, 'turnId' | 'conversationId' | 'request'>,
    ): Promise<{ readonly claim: Claim; readonly isNew: boolean }> {
      const { turnId, conversationId, request } = wanted
      const _id = keyOf(caller, id)
      for (;;) {
        const claim = { turnId, conversationId, request, state: 'pending' } as const
        const expiresAt = new Date(Date.now() + PENDING_MS)
        if (await isWrittenFirst(() => model.create({ _id, ...claim, expiresAt }))) return { claim, isNew: true }
        const found = await model.findById(_id).lean()
        if (found === null) continue
        if (found.state !== 'refused' && !isOver(found)) return { claim: claimOf(found), isNew: false }
        const replaced = await model.updateOne(
          { _id, turnId: found.turnId, state: found.state },
          { $set: { ...claim, expiresAt }, $unset: { problem: 1 } },
        )
        if (replaced.modifiedCount === 1) return { claim, isNew: true }
      }
    },
    /** What is known of a question. */
    find: (caller: OrganizationRef, id: string): Promise<Claim | undefined> => claimById(keyOf(caller, id)),
    /**
     * The first step of a turn takes its question in. A turn that nobody else can join is claimed by its own id: that
     * claim begins with its decision.
     * @returns the claim as it is now; undefined when it is another's
     */
    open: (caller: OrganizationRef, id: string, turnId: string): Promise<DecidedClaim | undefined> =>
      decide(caller, id, turnId, { state: 'opened' }),
    /** Whoever tells a client that its question is refused does this first. @returns as `open` */
    refuse: (caller: OrganizationRef, id: string, turnId: string, problem: ProblemName) =>
      decide(caller, id, turnId, { state: 'refused', problem }),
    /** Gives a question free; does nothing when another turn holds it by now, or when it is nobody else's. */
    async release(caller: OrganizationRef, id: string, turnId: string): Promise<void> {
      if (id !== turnId) await model.deleteOne({ _id: keyOf(caller, id), turnId })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const isOver = ({ expiresAt }: Pick<ClaimDocument, 'expiresAt'>): boolean => expiresAt.getTime() <= Date.now()

const claimOf = ({ turnId, conversationId, state, request, problem }: ClaimDocument): Claim => ({
  turnId,
  conversationId,
  state,
  request,
  ...(problem === undefined ? {} : { problem }),
})
