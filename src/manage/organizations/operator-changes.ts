import { randomUUID } from 'node:crypto'
import type { LimitsChange, Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'
import { agreeBilling, type CustomerReconciliation, reconcileCustomer } from '../billing/agree-billing.ts'
import type { PaymentProcessor } from '../billing/payment-processor.ts'
import type { BillingAgreement } from '../billing/rules/agreed-billing.ts'

type OrganizationParts = { readonly store: Pick<Store, 'organizations'> }

/** An organization by its id. @throws Problem `organization_not_found` */
export const findOrganization = async ({ store }: OrganizationParts, id: number): Promise<Organization> => {
  const found = await store.organizations.find({ organizationId: id })
  if (found !== undefined) return found
  // Only operators see this text: it names their command.
  throw new Problem('organization_not_found', {
    message: `There is no organization ${id}. See: npx tabletalk org list`,
  })
}

/** All organizations of the installation. */
export const listOrganizations = ({ store }: OrganizationParts): Promise<readonly Organization[]> =>
  store.organizations.all()

/** Creates an organization, with the first entry of its audit log. */
export const createOrganization = async (
  { store }: { readonly store: Pick<Store, 'audit' | 'organizations'> },
  fields: Pick<Organization, 'name' | 'plan'>,
): Promise<Organization> => {
  const organizationId = await store.organizations.newId()
  return await store.audit.record(
    { organizationId },
    {
      actor: { kind: 'command' },
      action: 'organization.created',
      subject: String(organizationId),
      changes: changesOf({ name: fields.name, plan: fields.plan }),
    },
    { write: () => store.organizations.add(fields, organizationId) },
  )
}

/** What an operator changes of an organization; absent fields stay as they are. */
interface OrganizationChange {
  readonly fields: Partial<
    Pick<Organization, 'name' | 'plan' | 'status' | 'subscription' | 'billingDay' | 'shareLinks'>
  >
  readonly limits: LimitsChange
  readonly agreement: BillingAgreement
  /** Removes the subscription status that an operator has set. */
  readonly resetsSubscription: boolean
  /** Replaces a customer even if its subscription is active. */
  readonly isForced: boolean
}

interface ChangedOrganization {
  readonly organization: Organization
  /** What was changed but the limits, by the names of the audit log. */
  readonly changed: ReturnType<typeof recordedFields>
  /** What the payment processor says of a new customer; undefined where there is no new one, or no processor. */
  readonly customer: CustomerReconciliation | undefined
}

/** Changes an organization, with an entry of its audit log. @throws Problem `organization_not_found`; as `agreeBilling` */
export const changeOrganization = async (
  parts: { readonly store: Store; processor(): Promise<PaymentProcessor> },
  { organizationId }: OrganizationRef,
  change: OrganizationChange,
): Promise<ChangedOrganization> => {
  const { store } = parts
  const { id } = await findOrganization(parts, organizationId)
  const own = { organizationId: id }
  const { fields, limits, agreement, resetsSubscription, isForced } = change
  const { customerId } = agreement
  const changed = recordedFields(change)
  const isLimited = Object.keys(limits).length > 0
  const isAgreed = resetsSubscription || Object.values(agreement).some((one) => one !== undefined)
  const changes = changesOf({ ...changed, limits: isLimited ? { ...limits } : undefined })
  const entry = { actor: { kind: 'command' }, action: 'organization.changed', subject: String(id), changes } as const
  const write = async (): Promise<void> => {
    // The agreement first, because it may be refused.
    if (isAgreed) await agreeBilling(parts, own, agreement, { isTakenBack: resetsSubscription, isForced })
    if (!isLimited && Object.keys(fields).length === 0) return
    if (!(await store.organizations.change(own, fields, limits))) throw new Problem('organization_not_found')
  }
  await store.audit.record(own, entry, { write, isRefusal: (error) => error instanceof Problem })
  const customer =
    typeof customerId === 'string'
      ? await reconcileCustomer(
          { store, processor: await parts.processor() },
          { ...own, customerId, traceId: randomUUID() },
        )
      : undefined
  return { organization: await findOrganization(parts, id), changed, customer }
}

const recordedFields = ({ fields, agreement, resetsSubscription }: OrganizationChange) => {
  const { billingDay, shareLinks, ...named } = fields
  return {
    ...named,
    ...(billingDay === undefined ? {} : { billing_day: billingDay }),
    ...(shareLinks === undefined ? {} : { share_links: shareLinks }),
    ...(resetsSubscription ? { subscription: null } : {}),
    trial_ends_at: agreement.trialEndsAt,
    past_due_since: agreement.pastDueSince,
    ends_at: agreement.endsAt,
    grace_days: agreement.graceDays,
    customer_id: agreement.customerId,
  }
}
