import { type Command, InvalidArgumentError } from 'commander'
import type { CustomerReconciliation } from '../../manage/billing/agree-billing.ts'
import type { BillingAgreement } from '../../manage/billing/rules/agreed-billing.ts'
import { dateMs } from '../option-values.ts'

/** The value of an option; null removes the stored value. Wrapped, because commander treats null as no value. */
interface OptionValue<Value> {
  readonly value: Value | null
}

/** Options for billing that is agreed without a payment processor, and for the customer at one. */
export interface BillingOptions {
  readonly trialUntil?: OptionValue<string> | undefined
  readonly pastDueSince?: OptionValue<string> | undefined
  readonly ends?: OptionValue<string> | undefined
  readonly graceDays?: OptionValue<number> | undefined
  readonly customer?: OptionValue<string> | undefined
  /** Replaces a customer even if its subscription is active. */
  readonly force?: boolean | undefined
}

/** The options, for error messages. */
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
}: BillingOptions): BillingAgreement => ({
  trialEndsAt: trialUntil?.value,
  pastDueSince: pastDueSince?.value,
  endsAt: ends?.value,
  graceDays: graceDays?.value,
  customerId: id?.value,
})

/** The result of looking up a customer, as a sentence. */
export const foundText = (found: CustomerReconciliation): string => {
  switch (found.kind) {
    case 'found':
      return `At the payment processor, the customer has the plan ${found.plan} with status ${found.billing.status}.`
    case 'nothing':
      return 'The customer has no subscription at the payment processor.'
    case 'unclear':
      return `The subscription of the customer does not map to a plan (${found.reasons.join(', ')}). The plan is unchanged. See docs/billing.md.`
    case 'later':
      return 'The payment processor could not be reached. The subscription of the customer is looked up later.'
  }
}

/** The result of looking up a customer, for `--json`. */
export const foundFields = (found: CustomerReconciliation) => ({
  looked_up: found.kind,
  ...(found.kind === 'found' ? { plan: found.plan, billing_status: found.billing.status } : {}),
  ...(found.kind === 'unclear' ? { reasons: found.reasons } : {}),
})

/** Excludes `24:00`, which is on the next day. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T(?!24)\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/

const moment = (text: string): OptionValue<string> => {
  if (text === 'none') return { value: null }
  const time = dateMs(text, MOMENT)
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a date like 2026-12-31, a time like 2026-12-31T12:00Z, or none.')
  return { value: new Date(time).toISOString() }
}

const DAYS_MAX = 365

const days = (text: string): OptionValue<number> => {
  if (text === 'default') return { value: null }
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : DAYS_MAX + 1
  if (count > DAYS_MAX) throw new InvalidArgumentError(`It must be 0 to ${DAYS_MAX} days, or default.`)
  return { value: count }
}

const customer = (text: string): OptionValue<string> => {
  if (text === 'none') return { value: null }
  if (!/^[\w-]{1,255}$/.test(text)) throw new InvalidArgumentError('It must be a customer id like cus_…, or none.')
  return { value: text }
}
