import { type Command, InvalidArgumentError, Option } from 'commander'
import { BILLING_DAY_MAX } from '../../access/rules/billing-period.ts'
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitsChange,
  ORGANIZATION_STATUSES,
  type Organization,
  SUBSCRIPTIONS,
  type Subscription,
} from '../../access/rules/organization.ts'
import { setsProcessorDates } from '../../manage/billing/rules/agreed-billing.ts'
import { changeOrganization } from '../../manage/organizations/operator-changes.ts'
import { organizationId } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { type Answer, type JsonOption, operatorCommand } from '../operator-command.ts'
import { displayNameOption } from '../option-values.ts'
import type { Operator } from '../with-store.ts'
import {
  agreementOf,
  BILLING_OPTIONS,
  type BillingOptions,
  foundFields,
  foundText,
  withBillingOptions,
} from './billing-options.ts'

interface SetOptions
  extends BillingOptions,
    Partial<Pick<Organization, 'name' | 'plan' | 'status' | 'billingDay' | 'shareLinks'>> {
  readonly subscription?: Subscription | typeof DEFAULT
  readonly org: number
  readonly limit?: LimitsChange
}

/** Removes the override: the purchased or agreed subscription status is in force again. */
const DEFAULT = 'default'

/** `tabletalk org set`: changes an organization. */
export const registerSet = (org: Command, planOption: Option): void =>
  operatorCommand<SetOptions>(org, 'set', {
    description: 'Changes an organization.',
    declare: (command) =>
      withBillingOptions(command)
        .requiredOption('--org <id>', 'the organization', organizationId)
        .option('--name <name>', 'the new name', displayNameOption)
        .addOption(planOption)
        .addOption(
          new Option('--status <status>', 'whether its keys work; takes effect immediately').choices(
            ORGANIZATION_STATUSES,
          ),
        )
        .addOption(
          new Option(
            '--subscription <state>',
            'the subscription status; takes effect immediately and overrides the payment processor; "default" removes the override',
          ).choices([...SUBSCRIPTIONS, DEFAULT]),
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
        ),
    answer: setOrganization,
  })

const setOrganization = async (operator: Operator, options: SetOptions & JsonOption): Promise<Answer> => {
  const { trialUntil, pastDueSince, graceDays, ends, customer, force = false, subscription, ...others } = options
  const { org: organizationId, json: _, limit: limits = {}, ...kept } = others
  const resetsSubscription = subscription === DEFAULT
  const fields = subscription === undefined || resetsSubscription ? kept : { ...kept, subscription }
  const agreement = agreementOf({ trialUntil, pastDueSince, graceDays, ends, customer })
  const given = [...Object.values({ ...fields, ...limits, ...agreement, subscription })]
  if (given.every((value) => value === undefined))
    throw new CommandFailed(
      `Specify what to change: --name, --plan, --status, --subscription, --billing-day, --share-links, --limit, ${BILLING_OPTIONS}.`,
    )
  if (subscription !== undefined && setsProcessorDates(agreement))
    throw new CommandFailed(
      'Specify either --subscription, which takes effect immediately, or the dates of trial, payment and end.',
    )
  const change = { fields, limits, agreement, resetsSubscription, isForced: force }
  const done = await changeOrganization(operator, { organizationId }, change)
  const { organization, changed, customer: found } = done
  const inForce = Object.keys(limits).length === 0 ? {} : { limits: organization.limits ?? {} }
  const text = `Organization ${organizationId} is changed.`
  return {
    json: { organization_id: organizationId, ...changed, ...inForce, ...(found && foundFields(found)) },
    text: found === undefined ? text : `${text}\n${foundText(found)}`,
  }
}

const billingDay = (text: string): number => {
  const day = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (day < 1 || day > BILLING_DAY_MAX) throw new InvalidArgumentError(`It must be a day from 1 to ${BILLING_DAY_MAX}.`)
  return day
}

const onOff = (text: string): boolean => {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.')
  return text === 'on'
}

/** The syntax of `--limit`, for help and error messages. */
const LIMITS_WRITTEN = `${LIMIT_NAMES.map((name) => `${name}=…`).join(',')}`

const DIGITS_MAX = 9
/** Enough for the tokens of a large organization in a month. */
const TOKEN_DIGITS_MAX = 12

/**
 * Parses limits like `per_minute=60,per_hour=plan`, in any order; the option may be repeated.
 *
 * @param before the limits of earlier options of the same command
 * @throws InvalidArgumentError that names an unknown or repeated limit, or an invalid value
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
