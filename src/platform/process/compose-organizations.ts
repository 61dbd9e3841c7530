import type { Limits } from '../../access/limits/limits.ts'
import type { Config } from '../../config.ts'
import { cancelSubscriptions } from '../../manage/billing/managed-billing.ts'
import type { PaymentProcessor } from '../../manage/billing/payment-processor.ts'
import { type ManagedOrganizations, managedOrganizations } from '../../manage/organizations/managed-organizations.ts'
import type { RemovalDependencies } from '../../manage/organizations/remove-organization.ts'

interface RemovalServices extends Omit<RemovalDependencies, 'cancelSubscription'> {
  readonly processor: PaymentProcessor
}

interface OrganizationServices extends RemovalServices {
  readonly config: Pick<Config, 'payments'>
  readonly limits: Limits
}

/** Composes what removes organizations; it does not need the counters of limits. */
export const composeRemoval = ({ processor, ...parts }: RemovalServices): RemovalDependencies => ({
  ...parts,
  cancelSubscription: (organization) => cancelSubscriptions(processor, organization),
})

/** Composes the organizations service, for processes and for commands. */
export const composeOrganizations = ({ config, limits, ...parts }: OrganizationServices): ManagedOrganizations =>
  managedOrganizations({ ...composeRemoval(parts), limits, graceDays: config.payments.graceDays })
