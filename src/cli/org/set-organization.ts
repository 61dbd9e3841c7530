import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { BILLING_DAY_MAX } from '../../domain/access/billing-period.ts'
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitsChange,
  ORGANIZATION_STATUSES,
  type Organization,
  SUBSCRIPTIONS,
  type Subscription,
} from '../../domain/access/organization.ts'
import { isOfProcessor } from '../../domain/billing/agreed-billing.ts'
import { chooseOrganization, noOrganization, organizationId } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { displayNameOption } from '../display-name-option.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import {
  agree,
  agreementFields,
  agreementOf,
  BILLING_OPTIONS,
  type BillingOptions,
  withBillingOptions,
} from './billing-options.ts'
import { foundFields, foundText, lookUpCustomer } from './look-up-customer.ts'
import { planOption } from './options.ts'

interface SetOptions
  extends BillingOptions,
    Partial<Pick<Organization, 'name' | 'plan' | 'status' | 'billingDay' | 'shareLinks'>> {
  readonly subscription?: Subscription | typeof TAKEN_BACK
  readonly org: number
  readonly limit?: LimitsChange
  readonly json?: boolean
}

/** What was bought or agreed says again what is paid for. */
const TAKEN_BACK = 'default'

/** `tabletalk org set` */
export const registerSet = (org: Command): void => {
  withBillingOptions(org.command('set'))
    .description('Changes an organization.')
    .requiredOption('--org <id>', 'the organization', organizationId)
    .option('--name <name>', 'the new name', displayNameOption())
    .addOption(planOption())
    .addOption(
      new Option('--status <status>', 'whether its keys work; takes effect immediately').choices(ORGANIZATION_STATUSES),
    )
    .addOption(
      new Option(
        '--subscription <state>',
        'the subscription status; takes effect immediately and overrides the payment processor; "default" removes the override',
      ).choices([...SUBSCRIPTIONS, TAKEN_BACK]),
    )
    .option('--billing-day <day>', 'day of the month (UTC) on which future billing periods start', billingDay)
    .option(
      '--share-links <state>',
      'on: answers may be shared by links that need no key; off: all links are revoked',
      onOff,
    )
    .option(
      '--limit <limits>',
      `${LIMITS_WRITTEN}: a number that overrides the plan, or "plan" to remove the override; other limits do not change`,
      limitsOption,
    )
    .option('--json', 'print one JSON document instead')
    .action((options: SetOptions) => setOrganization(options))
}

const setOrganization = ({ org, json, limit = {}, ...options }: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { trialUntil, pastDueSince, graceDays, ends, customer, force, subscription, ...kept } = options
    const isTakenBack = subscription === TAKEN_BACK
    const given = subscription === undefined || isTakenBack ? kept : { ...kept, subscription }
    const agreement = agreementOf({ trialUntil, pastDueSince, graceDays, ends, customer })
    const isAgreed = Object.values(agreement).some((one) => one !== undefined)
    const isOther = Object.keys({ ...given, ...limit }).length > 0
    if (!isAgreed && !isOther && !isTakenBack)
      throw new CommandFailed(
        `Specify what to change: --name, --plan, --status, --subscription, --billing-day, --share-links, --limit, ${BILLING_OPTIONS}.`,
      )
    if (subscription !== undefined && isOfProcessor(agreement))
      throw new CommandFailed(
        'Specify either --subscription, which takes effect immediately, or the dates of trial, payment and end.',
      )
    const { store } = operator
    const { id } = await chooseOrganization(operator, org)
    const organization = { organizationId: id }
    const { billingDay: day, shareLinks: sharing, ...others } = given
    const said = {
      ...others,
      ...(day === undefined ? {} : { billing_day: day }),
      ...(sharing === undefined ? {} : { share_links: sharing }),
    }
    const named = { ...said, ...(isTakenBack ? { subscription: null } : {}), ...agreementFields(agreement) }
    const limits = Object.keys(limit).length === 0 ? undefined : { ...limit }
    const told = {
      ...organization,
      action: 'organization.changed',
      subject: String(id),
      fields: { ...named, limits },
    } as const
    await recordChange(operator, told, async () => {
      // First what may be refused.
      if (isAgreed || isTakenBack) await agree(operator, id, agreement, { isTakenBack, isForced: force === true })
      if (isOther && !(await store.organizations.change(organization, given, limit))) throw noOrganization(id)
    })
    const { customerId } = agreement
    const found = typeof customerId === 'string' ? await lookUpCustomer(operator, id, customerId) : undefined
    const terminal = processTerminal()
    if (json !== true)
      return terminal.write(`Organization ${id} is changed.\n${found === undefined ? '' : foundText(found)}`)
    const own = limits === undefined ? {} : { limits: (await store.organizations.find(organization))?.limits ?? {} }
    const looked = found === undefined ? {} : foundFields(found)
    printJson(terminal, { organization_id: id, ...named, ...own, ...looked })
  })

const billingDay = (text: string): number => {
  const day = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (day < 1 || day > BILLING_DAY_MAX) throw new InvalidArgumentError(`It must be a day from 1 to ${BILLING_DAY_MAX}.`)
  return day
}

const onOff = (text: string): boolean => {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.')
  return text === 'on'
}

/** How `--limit` is written, for help and for whoever wrote it otherwise. */
const LIMITS_WRITTEN = `${LIMIT_NAMES.map((name) => `${name}=…`).join(',')}`

const DIGITS_MAX = 9
/** A month of a large organization. */
const TOKEN_DIGITS_MAX = 12

/**
 * `per_minute=60,per_hour=plan`, in any order, as many as there are, in one option or in several.
 *
 * @param before what earlier options of the same command have said
 * @throws InvalidArgumentError that names the limit that is none, or is said twice, and the value that is none
 */
const limitsOption = (text: string, before: LimitsChange = {}): LimitsChange => {
  const limits: Partial<Record<LimitName, number | null>> = { ...before }
  for (const part of text.split(',')) {
    const [written = '', value = '', ...rest] = part.trim().split('=')
    const name = LIMIT_NAMES.find((known) => known === written.trim())
    if (name === undefined)
      throw new InvalidArgumentError(`There is no limit ${quoted(written)}. Use ${LIMITS_WRITTEN}.`)
    if (limits[name] !== undefined) throw new InvalidArgumentError(`${name} is given twice.`)
    limits[name] = allowedOf(name, [value, ...rest].join('=').trim())
  }
  return limits
}

const allowedOf = (name: LimitName, value: string): number | null => {
  if (value === 'plan') return null
  const digitsMax = name === 'tokens_per_month' ? TOKEN_DIGITS_MAX : DIGITS_MAX
  const allowed = /^[0-9]+$/.test(value) && value.length <= digitsMax ? Number(value) : 0
  if (allowed >= 1) return allowed
  throw new InvalidArgumentError(
    `${name} cannot be ${quoted(value)}: use a whole number from 1 to ${10 ** digitsMax - 1}, or plan for the limit of the plan.`,
  )
}

const QUOTED_MAX = 40

const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_MAX))
