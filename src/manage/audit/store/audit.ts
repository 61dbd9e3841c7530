import { type Connection, type QueryFilter, Schema } from 'mongoose'
import { v7 as uuidv7 } from 'uuid'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import { ACTOR_KINDS, type AuditChange, type AuditEntry, type AuditFilter, type AuditOutcome } from '../rules/audit.ts'

interface AuditDocument extends Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'traceId'> {
  /** A UUIDv7, ordered by time. */
  _id: string
  organizationId: number
  at: Date
  outcome: AuditOutcome
  /** JSON text, because field names may be invalid as document keys. */
  changes: string
}

const schema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    at: { type: Date, required: true },
    actor: { type: Schema.Types.Mixed, required: true },
    outcome: { type: String, required: true },
    action: { type: String, required: true },
    subject: { type: String, required: true },
    changes: { type: String, required: true },
    traceId: String,
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, at: -1, _id: -1 })
schema.index({ organizationId: 1, action: 1, at: -1, _id: -1 })
schema.index({ organizationId: 1, subject: 1, at: -1, _id: -1 })
schema.index({ organizationId: 1, 'actor.id': 1, at: -1, _id: -1 })
schema.index({ organizationId: 1, 'actor.kind': 1, at: -1, _id: -1 })

/** The description of a change before it is made. */
type ChangeToBegin = Omit<AuditEntry, 'id' | 'at' | 'outcome'>

interface ChangeToRecord<Value> {
  /** The change, and nothing else. */
  write(): Promise<Value>
  /** Changes that are known only afterwards. */
  found?(value: Value): readonly AuditChange[]
  /** Whether an error of `write` means that nothing was changed; errors of the store do not. */
  isRefusal?(error: unknown): boolean
}

/**
 * The audit log of all changes to an organization's data. Entries are never removed, and are final once their change is
 * done or refused.
 */
export const auditStore = (connection: Connection) => {
  const model = connection.model<AuditDocument>('Audit', schema, 'audit')
  const begin = async (
    { organizationId }: OrganizationRef,
    _id: string,
    { actor, action, subject, changes, traceId }: ChangeToBegin,
  ): Promise<void> => {
    await model.create({
      _id,
      organizationId,
      at: new Date(),
      outcome: 'begun',
      actor,
      action,
      subject,
      changes: JSON.stringify(changes),
      ...(traceId === undefined ? {} : { traceId }),
    })
  }
  return {
    /**
     * Writes the entry of a change that another process completes: its outcome stays `begun` until `end`.
     * @returns the id of the entry
     */
    async begin(caller: OrganizationRef, change: ChangeToBegin): Promise<string> {
      const id = uuidv7()
      await begin(caller, id, change)
      return id
    },
    /** Sets the outcome of a change from `begin`; a final outcome stays. */
    async end({ organizationId }: OrganizationRef, id: string, outcome: 'done' | 'refused'): Promise<void> {
      await model.updateOne({ _id: id, organizationId, outcome: 'begun' }, { $set: { outcome } })
    },
    /** The latest entry of an action on an object, except refused ones. */
    async last(
      { organizationId }: OrganizationRef,
      { action, subject }: Pick<AuditEntry, 'action' | 'subject'>,
    ): Promise<AuditEntry | undefined> {
      const made = { organizationId, action, subject, outcome: { $ne: 'refused' as const } }
      const found = await model.findOne(made).sort({ _id: -1 }).lean()
      return found === null ? undefined : entryOf(found)
    },
    /**
     * Performs a change between the two writes of its entry, so that every change has one after any failure.
     * @returns the result of `write`, after the outcome is stored
     * @throws errors of `write` and of the store: then nothing was changed, or an entry exists
     */
    async record<Value>(
      caller: OrganizationRef,
      change: ChangeToBegin,
      { write, found, isRefusal = (error) => error instanceof Problem }: ChangeToRecord<Value>,
    ): Promise<Value> {
      const { organizationId } = caller
      const _id = uuidv7()
      await begin(caller, _id, change)
      const setOutcome = (set: Partial<Pick<AuditDocument, 'outcome' | 'changes'>>) =>
        model.updateOne({ _id, organizationId, outcome: 'begun' }, { $set: set })
      let value: Value
      try {
        value = await write()
      } catch (error) {
        // `begun` stays correct if this write fails, and the caller must receive the refusal.
        if (isRefusal(error)) await setOutcome({ outcome: 'refused' }).catch(() => undefined)
        throw error
      }
      const later = found?.(value) ?? []
      const all = later.length === 0 ? {} : { changes: JSON.stringify([...change.changes, ...later]) }
      await setOutcome({ outcome: 'done', ...all })
      return value
    },
    /** Audit entries of the organization, newest first. */
    async list(caller: OrganizationRef, page: NumberedPage, filter: AuditFilter = {}): Promise<ItemPage<AuditEntry>> {
      const own = { organizationId: caller.organizationId, ...conditionsOf(filter) }
      const sorted = model.find(own).sort({ at: -1, _id: -1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, entryOf)
    },
  }
}

const conditionsOf = ({ action, actor, subject, since, until }: AuditFilter): QueryFilter<AuditDocument> => ({
  ...(action === undefined ? {} : { action }),
  ...(actor === undefined ? {} : actorCondition(actor)),
  ...(subject === undefined ? {} : { subject }),
  ...(since === undefined && until === undefined
    ? {}
    : { at: { ...(since && { $gte: new Date(since) }), ...(until && { $lt: new Date(until) }) } }),
})

/** Ids of users are numbers, ids of keys are strings. */
const actorCondition = (actor: string): QueryFilter<AuditDocument> => {
  const kind = ACTOR_KINDS.find((one) => one === actor)
  if (kind !== undefined) return { 'actor.kind': kind }
  return { 'actor.id': { $in: /^[0-9]{1,15}$/.test(actor) ? [actor, Number(actor)] : [actor] } }
}

const entryOf = ({ _id, at, outcome, actor, action, subject, changes, traceId }: AuditDocument): AuditEntry => ({
  id: _id,
  at: at.toISOString(),
  outcome,
  actor,
  action,
  subject,
  changes: JSON.parse(changes),
  ...(traceId === undefined ? {} : { traceId }),
})
