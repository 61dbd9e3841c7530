import { type Connection, Schema } from 'mongoose'
import {
  type Branding,
  DEFAULT_BRANDING,
  type LimitsChange,
  type Organization,
} from '../../../access/rules/organization.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
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
  /** When what its customer pays for is looked up by itself, at the latest; of one that has a customer. */
  billingDueAt?: Date
  limits?: Organization['limits']
  owners?: readonly number[]
  /** Absent: 0. */
  ownersVersion?: number
  billingDay?: number
  shareLinks?: boolean
  createdAt: Date
  /** Set once it is to be removed: from then on it is gone for everyone but for who removes it. */
  removal?: Removal
}

/** What is known of a removal while it goes on. */
export interface Removal {
  /** Of the entry in the log of the installation. */
  readonly entryId: string
}

/** An organization that is being removed. */
export interface LeavingOrganization extends Removal {
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

/** Who pays for two would have both changed by whatever is bought for one. */
organizationSchema.index({ 'billing.customerId': 1 }, { unique: true, sparse: true })
organizationSchema.index({ billingDueAt: 1 }, { sparse: true })

const idSchema = new Schema<{ _id: number }>({ _id: { type: Number, required: true } }, { versionKey: false })

interface SharesOfOrganization {
  removeAll(caller: OrganizationRef): Promise<void>
}

export const organizationStore = (connection: Connection, shares: SharesOfOrganization) => {
  const model = connection.model<OrganizationDocument>('Organization', organizationSchema, 'organizations')
  const taken = connection.model<{ _id: number }>('OrganizationId', idSchema, 'organization_ids')
  /** The next free id, which nobody else gets: for an organization that is to be made. */
  const newId = async (): Promise<number> => {
    for (;;) {
      const [organization, id] = await Promise.all([
        model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean(),
        taken.findOne().sort({ _id: -1 }).lean(),
      ])
      const _id = Math.max(organization?._id ?? 0, id?._id ?? 0) + 1
      if (await isWrittenFirst(() => taken.create({ _id }))) return _id
    }
  }
  return {
    /** The caller's own organization. */
    async find(caller: OrganizationRef): Promise<Organization | undefined> {
      const found = await model.findById(caller.organizationId).lean()
      return found === null || found.removal !== undefined ? undefined : organizationOf(found)
    },
    /** Every organization, by id. For whoever operates the installation: no caller of the API may see this. */
    async all(): Promise<Organization[]> {
      return (await model.find(STAYS).sort({ _id: 1 }).lean()).map(organizationOf)
    },
    /** Those that are being removed, by id: for whoever does that, and operators. */
    async allLeaving(): Promise<LeavingOrganization[]> {
      const found = await model
        .find({ removal: { $exists: true } }, { name: 1, removal: 1 })
        .sort({ _id: 1 })
        .lean()
      return found.flatMap(({ _id, name, removal }) => (removal === undefined ? [] : [{ id: _id, name, ...removal }]))
    },
    /** The same of one. */
    async findLeaving(caller: OrganizationRef): Promise<LeavingOrganization | undefined> {
      const found = await model.findById(caller.organizationId, { name: 1, removal: 1 }).lean()
      return found?.removal === undefined ? undefined : { id: found._id, name: found.name, ...found.removal }
    },
    /**
     * Marks an organization as one that is to be removed: one write, after which it is gone for all callers, and which
     * whoever removes organizations finds again, whatever dies.
     * @param version of what it has paid for, as it was when that was ended; 0 where there was nothing
     * @returns false when it is gone, was marked before, or something else was paid for or begun to be bought meanwhile
     */
    async markLeaving(caller: OrganizationRef, removal: Removal, version: number): Promise<boolean> {
      const asRead = { _id: caller.organizationId, ...billedAs(version), ...STAYS }
      const { matchedCount } = await model.updateOne(asRead, { $set: { removal } })
      return matchedCount === 1
    },
    /** The last that goes of an organization. Nobody else ever gets its number. */
    async removeLeaving({ organizationId }: OrganizationRef): Promise<void> {
      await isWrittenFirst(() => taken.create({ _id: organizationId }))
      await model.deleteOne({ _id: organizationId, removal: { $exists: true } })
    },
    newId,
    /** Creates an organization, once for one id. For operators too. @param id of `newId` */
    async add({ name, plan }: Pick<Organization, 'name' | 'plan'>, id?: number): Promise<Organization> {
      const _id = id ?? (await newId())
      const document = { _id, name, plan, branding: DEFAULT_BRANDING, createdAt: new Date() }
      await isWrittenFirst(() => model.create(document))
      return organizationOf(document)
    },
    /**
     * Changes the caller's own organization. Switching share links off ends all of them, also those that a process which
     * died in the middle has left: they are erased again before they are switched on.
     * @param limits some of its limits, each by itself: others stay as they are
     * @returns false when it is gone
     */
    async change(
      caller: OrganizationRef,
      change: Partial<Omit<Organization, 'id'>>,
      limits: LimitsChange = {},
    ): Promise<boolean> {
      const own = Object.entries(limits).map(([name, allowed]) => [`limits.${name}`, allowed] as const)
      const set = { ...change, ...Object.fromEntries(own.filter(([, allowed]) => allowed !== null)) }
      const gone = own.filter(([, allowed]) => allowed === null).map(([name]) => [name, 1])
      const update = {
        ...(Object.keys(set).length === 0 ? {} : { $set: set }),
        ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone) }),
      }
      if (change.shareLinks === true) await shares.removeAll(caller)
      const { matchedCount } = await model.updateOne({ _id: caller.organizationId, ...STAYS }, update)
      if (change.shareLinks === false) await shares.removeAll(caller)
      return matchedCount === 1
    },
    /** Whose customer it is at the payment processor; undefined where nobody's, or of one that is being removed. */
    async findByCustomer(customerId: string): Promise<Organization | undefined> {
      const found = await model.findOne({ 'billing.customerId': customerId, ...STAYS }).lean()
      return found === null ? undefined : organizationOf(found)
    },
    /**
     * Writes what the caller's organization has paid for, unless somebody else has written that since it was read.
     *
     * @param version of what was read; 0 where there was nothing
     * @param change.subscription null takes back what an operator has said
     * @param change.dueAt when it is looked up by itself; absent: as before, and never where there is no customer
     * @returns false where something else was written meanwhile, the customer is another organization's, or it is gone
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
      const gone = {
        ...(subscription === null ? { subscription: 1 as const } : {}),
        ...(isCustomer ? {} : { billingDueAt: 1 as const }),
      }
      const isFree = await isWrittenFirst(async () => {
        const { matchedCount } = await model.updateOne(
          { _id: caller.organizationId, ...billedAs(version), ...STAYS },
          { $set: set, ...(Object.keys(gone).length === 0 ? {} : { $unset: gone }) },
        )
        matched = matchedCount
      })
      return isFree && matched === 1
    },
    /**
     * Takes the customer that has been due for longest to be looked up, of any organization: for whoever does that. Nobody
     * else gets it before `again`, and somebody does then, whatever dies meanwhile.
     * @returns undefined where none is due
     */
    async takeDueBilling(now: Date, again: Date): Promise<DueBilling | undefined> {
      const found = await model
        .findOneAndUpdate(
          { billingDueAt: { $lte: now }, ...STAYS },
          { $set: { billingDueAt: again } },
          { sort: { billingDueAt: 1 }, projection: { billing: 1 } },
        )
        .lean()
      const customerId = found?.billing?.customerId
      return found === null || customerId === undefined ? undefined : { organizationId: found._id, customerId }
    },
    /** Says when the caller's customer is looked up by itself next, where it has one. */
    async putBillingDue(caller: OrganizationRef, dueAt: Date): Promise<void> {
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

/** What is written of what an organization has paid for. */
export interface BillingChange {
  readonly billing: Omit<Billing, 'version'>
  readonly plan?: Organization['plan']
  readonly subscription?: null
  readonly dueAt?: Date
}

/** Whose customer is to be looked up. */
export interface DueBilling {
  readonly organizationId: number
  readonly customerId: string
}

/** Of one that is not being removed. */
export const STAYS = { removal: { $exists: false } }

/** Nobody has written what it has paid for since the version was read. */
const billedAs = (version: number) => (version === 0 ? { billing: { $exists: false } } : { 'billing.version': version })

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
