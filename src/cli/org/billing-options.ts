import { type Command, InvalidArgumentError } from 'commander'
import type { FoundCustomer } from '../../manage/billing/agree-billing.ts'
import type { Agreement } from '../../manage/billing/rules/agreed-billing.ts'
import { dateMs } from '../option-values.ts'

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
  trialEndsAt: trialUntil?.value,
  pastDueSince: pastDueSince?.value,
  endsAt: ends?.value,
  graceDays: graceDays?.value,
  customerId: id?.value,
})

/** What came of looking up a customer, for a terminal. */
export const foundText = (found: FoundCustomer): string => {
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

/** The same in the fields of a JSON document. */
export const foundFields = (found: FoundCustomer) => ({
  looked_up: found.kind,
  ...(found.kind === 'found' ? { plan: found.plan, billing_status: found.billing.status } : {}),
  ...(found.kind === 'unclear' ? { reasons: found.reasons } : {}),
})

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
