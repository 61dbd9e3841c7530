import { type Connection, Schema } from 'mongoose'
import {
  type Branding,
  DEFAULT_BRANDING,
  type LimitsChange,
  type Organization,
} from '../../../access/rules/organization.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { Billing } from '../../billing/rules/billing.ts'
import type { Logos } from '../../branding/rules/logo.ts'

export interface OrganizationDocument {
  _id: number
  name: string
  plan: Organization['plan']
  branding: Branding
  logos?: Logos
  status?: Organization['status']
  subscription?: Organization['subscription']
  billing?: Billing
  /** When the billing state is next reconciled with the payment processor, at the latest; only with a customer. */
  billingDueAt?: Date
  limits?: Organization['limits']
  owners?: readonly number[]
  /** Absent: 0. */
  ownersVersion?: number
  billingDay?: number
  shareLinks?: boolean
  createdAt: Date
  /** Tombstone: from then on only the removal finds the organization. */
  removal?: Removal
}

/** The stored state of a removal. */
interface Removal {
  /** Id of the entry in the installation's audit log. */
  readonly entryId: string
}

/** An organization that is being removed. */
export interface OrganizationPendingDeletion extends Removal {
  readonly id: number
  readonly name: string
}

export const organizationSchema = new Schema<OrganizationDocument>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true },
    plan: { type: String, required: true },
    branding: { type: Schema.Types.Mixed, required: true },
    logos: Schema.Types.Mixed,
    status: String,
    subscription: String,
    billing: Schema.Types.Mixed,
    billingDueAt: Date,
    limits: Schema.Types.Mixed,
    owners: { type: [Number], default: undefined },
    ownersVersion: Number,
    billingDay: Number,
    shareLinks: Boolean,
    removal: Schema.Types.Mixed,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

/** Unique: a purchase of a customer must change exactly one organization. */
organizationSchema.index({ 'billing.customerId': 1 }, { unique: true, sparse: true })
organizationSchema.index({ billingDueAt: 1 }, { sparse: true })

const idSchema = new Schema<{ _id: number }>({ _id: { type: Number, required: true } }, { versionKey: false })

interface SharesOfOrganization {
  removeAll(caller: OrganizationRef): Promise<void>
}

export const organizationStore = (connection: Connection, shares: SharesOfOrganization) => {
  const model = connection.model<OrganizationDocument>('Organization', organizationSchema, 'organizations')
  const reservedIds = connection.model<{ _id: number }>('OrganizationId', idSchema, 'organization_ids')
  /** Reserves the next free id. */
  const newId = async (): Promise<number> => {
    for (;;) {
      const [organization, id] = await Promise.all([
        model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean(),
        reservedIds.findOne().sort({ _id: -1 }).lean(),
      ])
      const _id = Math.max(organization?._id ?? 0, id?._id ?? 0) + 1
      if (await insertIfAbsent(() => reservedIds.create({ _id }))) return _id
    }
  }
  return {
    /** The caller's own organization. */
    async find(caller: OrganizationRef): Promise<Organization | undefined> {
      const found = await model.findById(caller.organizationId).lean()
      return found === null || found.removal !== undefined ? undefined : organizationOf(found)
    },
    /** Every organization, by id. For operators only; not for callers of the API. */
    async all(): Promise<Organization[]> {
      return (await model.find(NOT_PENDING_DELETION).sort({ _id: 1 }).lean()).map(organizationOf)
    },
    /** Organizations pending deletion, by id; for the removal and for operators. */
    async listPendingDeletion(): Promise<OrganizationPendingDeletion[]> {
      const found = await model
        .find({ removal: { $exists: true } }, { name: 1, removal: 1 })
        .sort({ _id: 1 })
        .lean()
      return found.flatMap(({ _id, name, removal }) => (removal === undefined ? [] : [{ id: _id, name, ...removal }]))
    },
    /** The caller's organization, if it is pending deletion. */
    async findPendingDeletion(caller: OrganizationRef): Promise<OrganizationPendingDeletion | undefined> {
      const found = await model.findById(caller.organizationId, { name: 1, removal: 1 }).lean()
      return found?.removal === undefined ? undefined : { id: found._id, name: found.name, ...found.removal }
    },
    /**
     * Marks an organization as pending deletion in one write: callers no longer find it, and an interrupted removal can be
     * resumed from the mark.
     * @param version of the billing state when the subscription was cancelled; 0 if there was none
     * @returns false if it does not exist, is marked already, or its billing state has changed
     */
    async markPendingDeletion(caller: OrganizationRef, removal: Removal, version: number): Promise<boolean> {
      const asRead = { _id: caller.organizationId, ...hasBillingVersion(version), ...NOT_PENDING_DELETION }
      const { matchedCount } = await model.updateOne(asRead, { $set: { removal } })
      return matchedCount === 1
    },
    /** Deletes the document of an organization pending deletion, as the last step. Its id is never reused. */
    async deletePendingDeletion({ organizationId }: OrganizationRef): Promise<void> {
      await insertIfAbsent(() => reservedIds.create({ _id: organizationId }))
      await model.deleteOne({ _id: organizationId, removal: { $exists: true } })
    },
    newId,
    /** Creates an organization; idempotent per id. @param id from `newId` */
    async add({ name, plan }: Pick<Organization, 'name' | 'plan'>, id?: number): Promise<Organization> {
      const _id = id ?? (await newId())
      const document = { _id, name, plan, branding: DEFAULT_BRANDING, createdAt: new Date() }
      await insertIfAbsent(() => model.create(document))
      return organizationOf(document)
    },
    /**
     * Changes the caller's own organization. Disabling share links erases them all; they are erased again when share links are
     * enabled, in case the process that disabled them died in between.
     * @param limits changes these limits only; null removes one
     * @returns false if the organization does not exist
     */
    async change(
      caller: OrganizationRef,
      change: Partial<Omit<Organization, 'id'>>,
      limits: LimitsChange = {},
    ): Promise<boolean> {
      const own = Object.entries(limits).map(([name, allowed]) => [`limits.${name}`, allowed] as const)
      const set = { ...change, ...Object.fromEntries(own.filter(([, allowed]) => allowed !== null)) }
      const unset = own.filter(([, allowed]) => allowed === null).map(([name]) => [name, 1])
      const update = {
        ...(Object.keys(set).length === 0 ? {} : { $set: set }),
        ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset) }),
      }
      if (change.shareLinks === true) await shares.removeAll(caller)
      const { matchedCount } = await model.updateOne({ _id: caller.organizationId, ...NOT_PENDING_DELETION }, update)
      if (change.shareLinks === false) await shares.removeAll(caller)
      return matchedCount === 1
    },
    /** The organization of a customer of the payment processor; undefined if there is none or it is pending deletion. */
    async findByCustomer(customerId: string): Promise<Organization | undefined> {
      const found = await model.findOne({ 'billing.customerId': customerId, ...NOT_PENDING_DELETION }).lean()
      return found === null ? undefined : organizationOf(found)
    },
    /**
     * Writes the billing state of the caller's organization (optimistic concurrency).
     *
     * @param version of the state that was read; 0 if there was none
     * @param change.subscription null removes the operator's override
     * @param change.dueAt the next reconciliation; absent: unchanged. Without a customer there is none.
     * @returns false if the state has changed since, the customer belongs to another organization, or this one does not exist
     */
    async changeBilling(
      caller: OrganizationRef,
      version: number,
      { billing, plan, subscription, dueAt }: BillingChange,
    ): Promise<boolean> {
      let matched = 0
      const isCustomer = billing.customerId !== undefined
      const set = {
        billing: { ...billing, version: version + 1 },
        ...(plan === undefined ? {} : { plan }),
        ...(isCustomer && dueAt !== undefined ? { billingDueAt: dueAt } : {}),
      }
      const unset = {
        ...(subscription === null ? { subscription: 1 as const } : {}),
        ...(isCustomer ? {} : { billingDueAt: 1 as const }),
      }
      const isFree = await insertIfAbsent(async () => {
        const { matchedCount } = await model.updateOne(
          { _id: caller.organizationId, ...hasBillingVersion(version), ...NOT_PENDING_DELETION },
          { $set: set, ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }) },
        )
        matched = matchedCount
      })
      return isFree && matched === 1
    },
    /**
     * Leases the customer whose reconciliation is most overdue, of any organization. It is not returned to another process
     * before `again`; if this process dies, it is due then.
     * @returns undefined if none is due
     */
    async leaseDueReconciliation(now: Date, again: Date): Promise<DueReconciliation | undefined> {
      const found = await model
        .findOneAndUpdate(
          { billingDueAt: { $lte: now }, ...NOT_PENDING_DELETION },
          { $set: { billingDueAt: again } },
          { sort: { billingDueAt: 1 }, projection: { billing: 1 } },
        )
        .lean()
      const customerId = found?.billing?.customerId
      return found === null || customerId === undefined ? undefined : { organizationId: found._id, customerId }
    },
    /** Sets the next reconciliation of the caller's customer, if there is one. */
    async setReconciliationDue(caller: OrganizationRef, dueAt: Date): Promise<void> {
      const customers = { _id: caller.organizationId, billingDueAt: { $exists: true } }
      await model.updateOne(customers, { $set: { billingDueAt: dueAt } })
    },
    /** Creates or replaces an organization. */
    async put(organization: Organization): Promise<void> {
      const { id, ...fields } = organization
      await model.updateOne({ _id: id }, { $set: fields, $setOnInsert: { createdAt: new Date() } }, { upsert: true })
    },
  }
}

/** A change of the billing state of an organization. */
export interface BillingChange {
  readonly billing: Omit<Billing, 'version'>
  readonly plan?: Organization['plan']
  readonly subscription?: null
  readonly dueAt?: Date
}

/** A customer due for reconciliation. */
interface DueReconciliation {
  readonly organizationId: number
  readonly customerId: string
}

/** Filter for organizations that are not pending deletion. */
export const NOT_PENDING_DELETION = { removal: { $exists: false } }

/** Filter for organizations whose billing state still has this version. */
const hasBillingVersion = (version: number) =>
  version === 0 ? { billing: { $exists: false } } : { 'billing.version': version }

const organizationOf = ({
  _id,
  name,
  plan,
  branding,
  logos,
  status,
  subscription,
  billing,
  limits,
  owners,
  billingDay,
  shareLinks,
}: OrganizationDocument): Organization => ({
  id: _id,
  name,
  plan,
  branding,
  ...(logos === undefined ? {} : { logos }),
  ...(status === undefined ? {} : { status }),
  ...(subscription === undefined ? {} : { subscription }),
  ...(billing === undefined ? {} : { billing }),
  ...(limits === undefined ? {} : { limits }),
  ...(owners === undefined ? {} : { owners }),
  ...(billingDay === undefined ? {} : { billingDay }),
  ...(shareLinks === undefined ? {} : { shareLinks }),
})
