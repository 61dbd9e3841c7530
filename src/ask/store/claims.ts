import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../platform/mongodb/duplicate-key.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'

/**
 * Which turn holds a question, and whether the question is accepted: decided once. `pending` changes to `opened` by the
 * first step of the turn, or to `refused` by the API before it reports the refusal; never back. A refused question is
 * never run, and an opened one is never refused.
 */
export interface Claim {
  readonly turnId: string
  readonly conversationId: string
  readonly state: 'pending' | 'opened' | 'refused'
  /** Digest of the request that made it. */
  readonly request: string
  /** Reason of a refusal. */
  readonly problem?: ProblemName
}

/** A claim after a decision, and whether this call made the decision. */
type DecidedClaim = Pick<Claim, 'turnId' | 'state' | 'problem'> & { readonly isNew: boolean }

type Decision = Pick<Claim, 'state' | 'problem'>

/** For a turn that no other request can join, conversation and request are omitted: nothing reads them. */
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

/** Retention of a decided claim: an idempotency key is valid for a day, and no turn takes as long. */
const DECIDED_MS = 24 * 60 * 60_000

/** Longer than any expected outage of all workers; a turn that starts later finds no claim and is not run. */
const PENDING_MS = 30 * DECIDED_MS

/** Retention for a turn that no other request can join: no attempt to open it takes longer. */
const OWN_OPENED_MS = 2 * 60 * 60_000

export const claimStore = (connection: Connection) => {
  const model = connection.model<ClaimDocument>('Claim', schema, 'claims')
  const keyOf = (caller: OrganizationRef, id: string) => `${caller.organizationId}/${id}`

  const claimById = async (_id: string): Promise<Claim | undefined> => {
    const found = await model.findById(_id).lean()
    return found === null || isOver(found) ? undefined : claimOf(found)
  }
  /** The first writer of the claim decides it. @returns false if it exists already */
  const decideOwn = async (_id: string, turnId: string, decision: Decision): Promise<boolean> => {
    const expiresAt = new Date(Date.now() + (decision.state === 'opened' ? OWN_OPENED_MS : PENDING_MS))
    return await insertIfAbsent(() => model.create({ _id, turnId, ...decision, expiresAt }))
  }
  /** Compare-and-set. @returns the claim afterwards, with the decision of this or an earlier call */
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
     * Claims a question for a turn, or returns the turn that holds it. Of concurrent calls exactly one gets the claim.
     * A refused claim can be claimed again.
     *
     * @param id a digest of everything that makes two requests the same question
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
        if (await insertIfAbsent(() => model.create({ _id, ...claim, expiresAt }))) return { claim, isNew: true }
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
    find: (caller: OrganizationRef, id: string): Promise<Claim | undefined> => claimById(keyOf(caller, id)),
    /**
     * Accepts a question, in the first step of its turn. A turn that no other request can join is claimed by its own
     * id: that claim is created with its decision.
     * @returns the current claim; undefined if another turn holds it
     */
    open: (caller: OrganizationRef, id: string, turnId: string): Promise<DecidedClaim | undefined> =>
      decide(caller, id, turnId, { state: 'opened' }),
    /** Records a refusal, before it is reported to the client. @returns as `open` */
    refuse: (caller: OrganizationRef, id: string, turnId: string, problem: ProblemName) =>
      decide(caller, id, turnId, { state: 'refused', problem }),
    /** Releases a question; does nothing if another turn holds it, or if no other request can join it. */
    async release(caller: OrganizationRef, id: string, turnId: string): Promise<void> {
      if (id !== turnId) await model.deleteOne({ _id: keyOf(caller, id), turnId })
    },
    /** Deletes expired claims: not every store has a TTL index. */
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
