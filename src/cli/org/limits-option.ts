import { InvalidArgumentError } from 'commander'
import { LIMIT_NAMES, type LimitName, type LimitsChange } from '../../domain/access/organization.ts'

/** How `--limit` is written, for help and for whoever wrote it otherwise. */
export const LIMITS_WRITTEN = `${LIMIT_NAMES.map((name) => `${name}=…`).join(',')}`

const ALLOWED_MAX = 999_999_999

/**
 * `per_minute=60,per_hour=plan`, in any order, as many as there are, in one option or in several.
 *
 * @param before what earlier options of the same command have said
 * @throws InvalidArgumentError that names the limit that is none, or is said twice, and the value that is none
 */
export const limitsOption = (text: string, before: LimitsChange = {}): LimitsChange => {
  const limits: Partial<Record<LimitName, number | null>> = { ...before }
  for (const part of text.split(',')) {
    const [written = '', value = '', ...rest] = part.trim().split('=')
    const name = LIMIT_NAMES.find((known) => known === written.trim())
    if (name === undefined)
      throw new InvalidArgumentError(`There is no limit ${quoted(written)}. Write ${LIMITS_WRITTEN}.`)
    if (limits[name] !== undefined) throw new InvalidArgumentError(`${name} is there twice.`)
    limits[name] = allowedOf(name, [value, ...rest].join('=').trim())
  }
  return limits
}

const allowedOf = (name: LimitName, value: string): number | null => {
  if (value === 'plan') return null
  const allowed = /^[0-9]{1,9}$/.test(value) ? Number(value) : 0
  if (allowed >= 1) return allowed
  throw new InvalidArgumentError(
    `${name} cannot be ${quoted(value)}: write a whole number from 1 to ${ALLOWED_MAX}, or plan for that of the plan.`,
  )
}

const QUOTED_MAX = 40

const quoted = (text: string): string => JSON.stringify(text.slice(0, QUOTED_MAX))
