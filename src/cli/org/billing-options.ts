import { type Command, InvalidArgumentError } from 'commander'
import { type Agreement, agreedBilling, isOfProcessor } from '../../domain/billing/agreed-billing.ts'
import { isRunning } from '../../payments/managed-billing.ts'
import { noOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { dateMs } from '../date-ms.ts'
import type { Operator } from '../with-store.ts'

/** What was said; null takes back what was said before. In an object, because to commander null is no value. */
interface Said<Value> {
  readonly value: Value | null
}

/** What an operator may agree with an organization, as options of a command. */
export interface BillingOptions {
  readonly trialUntil?: Said<string> | undefined
  readonly pastDueSince?: Said<string> | undefined
  readonly ends?: Said<string> | undefined
  readonly graceDays?: Said<number> | undefined
  readonly customer?: Said<string> | undefined
  /** Lets go of a customer who pays. */
  readonly force?: boolean | undefined
}

/** The options, for help and for whoever has said none. */
export const BILLING_OPTIONS = '--trial-until, --past-due-since, --grace-days, --ends, --customer'

const DAY = 'a day begins at midnight, UTC'

export const withBillingOptions = (command: Command): Command =>
  command
    .option('--trial-until <day>', `the end of a trial, or "none"; ${DAY}`, moment)
    .option(
      '--past-due-since <day>',
      'since when a payment is overdue, or "none"; the grace period starts then',
      moment,
    )
    .option('--grace-days <days>', 'days of the grace period, or "default" for TABLETALK_GRACE_DAYS', days)
    .option('--ends <day>', 'the end of a cancelled subscription, or "none"', moment)
    .option('--customer <id>', 'the customer id at the payment processor, or "none"', customer)
    .option(
      '--force',
      'with --customer: replace a customer even if its subscription is active; the subscription continues to be charged',
    )

export const agreementOf = ({
  trialUntil,
  pastDueSince,
  ends,
  graceDays,
  customer: id,
}: BillingOptions): Agreement => ({
  ...{ trialEndsAt: trialUntil?.value, pastDueSince: pastDueSince?.value, endsAt: ends?.value },
  ...{ graceDays: graceDays?.value, customerId: id?.value },
})

/** The same by the names of the log; absent ones are none. */
export const agreementFields = ({ trialEndsAt, pastDueSince, endsAt, graceDays, customerId }: Agreement) => ({
  ...{ trial_ends_at: trialEndsAt, past_due_since: pastDueSince, ends_at: endsAt, grace_days: graceDays },
  customer_id: customerId,
})

/** However often the payment processor tells something meanwhile. */
const ATTEMPTS = 5

/**
 * Writes what was agreed.
 * @param isTakenBack whether what an operator has said of the subscription holds no more; it does not where a date is set
 * @param isForced also where who pays is let go of
 * @throws CommandFailed where the organization is gone, or has bought what would be said otherwise
 */
export const agree = async (
  { store }: Pick<Operator, 'store'>,
  id: number,
  agreement: Agreement,
  { isTakenBack = false, isForced = false }: { readonly isTakenBack?: boolean; readonly isForced?: boolean } = {},
): Promise<void> => {
  const own = { organizationId: id }
  const { customerId } = agreement
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const organization = await store.organizations.find(own)
    if (organization === undefined) throw noOrganization(id)
    const { billing } = organization
    const isOther = customerId !== undefined && (customerId ?? undefined) !== billing?.customerId
    if (isOther && isRunning(billing) && !isForced)
      throw new CommandFailed(
        `Customer ${billing?.customerId} of organization ${id} has an active subscription, which would continue to be charged and would no longer be tracked here. Cancel it at the payment processor first, or add --force.`,
      )
    if (typeof customerId === 'string') {
      const payer = await store.organizations.findByCustomer(customerId)
      if (payer !== undefined && payer.id !== id)
        throw new CommandFailed(
          `${customerId} is already the customer of organization ${payer.id}. Use another customer, or unlink it from that organization first (--customer none).`,
        )
    }
    const isNews = isOfProcessor(agreement)
    if (isNews && billing !== undefined && billing.processor !== 'manual')
      throw new CommandFailed(
        `Organization ${id} is billed by ${billing.processor}, which sets these dates. Change them there, or unlink the customer if nothing is paid there any more (--customer none --force). --subscription and --grace-days can be set here.`,
      )
    const change = {
      billing: agreedBilling(billing, agreement),
      ...(isNews || isTakenBack ? { subscription: null } : {}),
      // Of a customer that nobody has looked up; workers do that, where nobody else does.
      ...(isOther ? { dueAt: new Date() } : {}),
    }
    if (await store.organizations.changeBilling(own, billing?.version ?? 0, change)) return
  }
  throw new CommandFailed(`Organization ${id} was changed concurrently. Try again.`)
}

/** `24:00` would be of the next day. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T(?!24)\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/

const moment = (text: string): Said<string> => {
  if (text === 'none') return { value: null }
  const time = dateMs(text, MOMENT)
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a date like 2026-12-31, a time like 2026-12-31T12:00Z, or none.')
  return { value: new Date(time).toISOString() }
}

const DAYS_MAX = 365

const days = (text: string): Said<number> => {
  if (text === 'default') return { value: null }
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : DAYS_MAX + 1
  if (count > DAYS_MAX) throw new InvalidArgumentError(`It must be 0 to ${DAYS_MAX} days, or default.`)
  return { value: count }
}

const customer = (text: string): Said<string> => {
  if (text === 'none') return { value: null }
  if (!/^[\w-]{1,255}$/.test(text)) throw new InvalidArgumentError('It must be a customer id like cus_…, or none.')
  return { value: text }
}
