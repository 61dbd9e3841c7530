import { type FormKind, isFactor, isSmall, textRole } from './constant-forms.ts'
import type { Literal, LiteralRole } from './query-reading.ts'

/** A step of a JSON path: a field name or an array index. */
export type Step = string | number

type Steps = ReadonlySet<Step | undefined>

const LIMITS: Steps = new Set(['limit', 'skip'])
const LIMIT_STAGES: Steps = new Set(['$limit', '$skip'])
const ROUNDING: Steps = new Set(['$round', '$trunc'])
const CUTTING: Steps = new Set(['$substr', '$substrCP', '$substrBytes', '$slice', '$arrayElemAt'])
const SCALING: Steps = new Set(['$multiply', '$divide', '$mod'])
const SORTING: Steps = new Set(['$sort', 'sort', 'sortBy'])
const SHOWING: Steps = new Set(['$project', 'projection'])
const EQUALITY: Steps = new Set(['$eq', '$ne'])
const MEMBERSHIP: Steps = new Set(['$in', '$nin'])
const RANGE: Steps = new Set(['$gt', '$gte', '$lt', '$lte'])
const JOINING: Steps = new Set(['$and', '$or', '$nor'])
/** Wrappers of MongoDB Extended JSON: the value belongs to the parent field. */
const WRAPPING: Steps = new Set([
  '$date',
  '$oid',
  '$uuid',
  '$numberInt',
  '$numberLong',
  '$numberDouble',
  '$numberDecimal',
])

/** A constant of a command, at the end of its path. */
export const commandLiteral = (
  kind: Literal['kind'],
  at: Pick<Literal, 'start' | 'end' | 'value'>,
  path: readonly Step[],
): Literal => {
  const role = kind === 'number' ? numberRole(at.value, path) : wordRole(at.value, path)
  const isWrapped = WRAPPING.has(path.at(-1))
  const { column, ...compared } = comparison(isWrapped ? path.slice(0, -1) : path)
  return { kind, ...at, ...role, ...compared, ...(column === undefined || isWrapped ? {} : { column }) }
}

const numberRole = (value: string, path: readonly Step[]): { readonly role?: LiteralRole } => {
  const [key, parent] = [path.at(-1), path.at(-2)]
  const isLimit = path.length === 1 ? LIMITS.has(key) : LIMIT_STAGES.has(key) && typeof parent === 'number'
  if (isLimit) return { role: 'limit' }
  const isPrecision = (ROUNDING.has(parent) && key === 1) || (CUTTING.has(parent) && typeof key === 'number' && key > 0)
  if (isPrecision && isSmall(value.replace(/^-/, ''))) return { role: 'form' }
  const isSign = /^(?:-1|0|1)$/.test(value) && (SORTING.has(parent) || SHOWING.has(parent))
  if (isSign || (key === '$size' && isSmall(value))) return { role: 'form' }
  if (key === 'amount' && DATES.test(String(parent)) && isSmall(value)) return { role: 'duration' }
  return SCALING.has(parent) && isFactor(value) ? { role: 'factor' } : {}
}

const wordRole = (value: string, path: readonly Step[]): { readonly role?: LiteralRole } => {
  const isCommand = path.length === 1 && path[0] === 'op' && (value === 'find' || value === 'aggregate')
  const isOption = path.at(-1) === '$options' && /^[imsx]{1,4}$/.test(value)
  const isType = path.at(-1) === '$type' && TYPES.test(value)
  return isCommand || isOption || isType ? { role: 'form' } : textRole(formPlace(path), value)
}

const TYPES = /^(?:string|bool|date|double|int|long|decimal|number|object|objectId|array|null)$/
const DATES = /^\$date[A-Z]/
const FORM_ARGUMENTS: ReadonlyMap<Step | undefined, FormKind> = new Map([
  ['format', 'format'],
  ['unit', 'unit'],
  ['startOfWeek', 'weekday'],
  ['timezone', 'zone'],
])

const formPlace = (path: readonly Step[]): FormKind | undefined =>
  /^\$(?:date[A-Z]|year$|month$|day|week$|hour$|iso)/.test(String(path.at(-2)))
    ? FORM_ARGUMENTS.get(path.at(-1))
    : undefined

const FIRST_MATCH: readonly Step[] = ['pipeline', 0, '$match']

/** How a constant is compared; with the field, if a filter compares it with a stored field of the collection. */
const comparison = (path: readonly Step[]): Pick<Literal, 'compared' | 'column' | 'bound'> => {
  const rest =
    path[0] === 'filter' ? path.slice(1) : FIRST_MATCH.every((step, at) => path[at] === step) ? path.slice(3) : []
  let at = 0
  while (JOINING.has(rest[at]) && typeof rest[at + 1] === 'number') at += 2
  const [name, operator, place, ...more] = rest.slice(at)
  const isField = typeof name === 'string' && !name.startsWith('$') && more.length === 0
  const column = isField ? { column: { name } } : {}
  const isOne = EQUALITY.has(operator) && place === undefined
  if (isField && (operator === undefined || isOne || (MEMBERSHIP.has(operator) && place !== undefined)))
    return { compared: 'equal', ...column }
  const bound = boundOf(path)
  if (isField && RANGE.has(operator) && place === undefined) return { compared: 'range', ...column, ...bound }
  // In an expression, or on a field computed by an earlier stage.
  const steps = path.slice(-2)
  if (steps.some((step) => RANGE.has(step))) return { compared: 'range', ...bound }
  const isFieldOfMatch = !String(path.at(-1)).startsWith('$') && path.includes('$match')
  const isEqual = isFieldOfMatch || steps.some((step) => EQUALITY.has(step) || MEMBERSHIP.has(step))
  return isEqual ? { compared: 'equal' } : {}
}

/** `{ tonnes: { $gt: 5 } }`; in an expression, the path alone does not show what is bounded. */
const boundOf = (path: readonly Step[]): Pick<Literal, 'bound'> => {
  const [field, operator] = path.slice(-2)
  if (typeof field !== 'string' || field.startsWith('$') || !RANGE.has(operator)) return {}
  const side = operator === '$gt' || operator === '$gte' ? 'low' : 'high'
  return { bound: { side, about: field.toLowerCase(), columns: [field] } }
}
