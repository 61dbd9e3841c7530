import type { Limits } from '../../access/limits/limits.ts'
import type { Config } from '../../config.ts'
import { endPaying } from '../../manage/billing/managed-billing.ts'
import type { PaymentProcessor } from '../../manage/billing/payment-processor.ts'
import { type ManagedOrganizations, managedOrganizations } from '../../manage/organizations/managed-organizations.ts'
import type { RemovalTools } from '../../manage/organizations/remove-organization.ts'

interface RemovalServices extends Omit<RemovalTools, 'endPaying'> {
  readonly processor: PaymentProcessor
}

interface OrganizationServices extends RemovalServices {
  readonly config: Pick<Config, 'payments'>
  readonly limits: Limits
}

/** Composes what removes organizations; it does not need the counters of limits. */
export const composeRemoval = ({ processor, ...parts }: RemovalServices): RemovalTools => ({
  ...parts,
  endPaying: (organization) => endPaying(processor, organization),
})

/** Composes the organizations service, for processes and for commands. */
export const composeOrganizations = ({ config, limits, ...parts }: OrganizationServices): ManagedOrganizations =>
  managedOrganizations({ ...composeRemoval(parts), limits, graceDays: config.payments.graceDays })
