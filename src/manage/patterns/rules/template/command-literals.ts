import { type FormPlace, isFactor, isSmall, textRole } from './constant-forms.ts'
import type { Literal, Role } from './query-reading.ts'

/** Where a value stands: names of fields, and places in lists. */
export type Step = string | number

type Place = ReadonlySet<Step | undefined>

const LIMITS: Place = new Set(['limit', 'skip'])
const LIMIT_STAGES: Place = new Set(['$limit', '$skip'])
const ROUNDING: Place = new Set(['$round', '$trunc'])
const CUTTING: Place = new Set(['$substr', '$substrCP', '$substrBytes', '$slice', '$arrayElemAt'])
const SCALING: Place = new Set(['$multiply', '$divide', '$mod'])
const SORTING: Place = new Set(['$sort', 'sort', 'sortBy'])
const SHOWING: Place = new Set(['$project', 'projection'])
const ONE: Place = new Set(['$eq', '$ne'])
const SOME: Place = new Set(['$in', '$nin'])
const RANGE: Place = new Set(['$gt', '$gte', '$lt', '$lte'])
const JOINING: Place = new Set(['$and', '$or', '$nor'])
/** Extended JSON: the value is that of the field above. */
const WRAPPING: Place = new Set([
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

const numberRole = (value: string, path: readonly Step[]): { readonly role?: Role } => {
  const [key, above] = [path.at(-1), path.at(-2)]
  const isLimit = path.length === 1 ? LIMITS.has(key) : LIMIT_STAGES.has(key) && typeof above === 'number'
  if (isLimit) return { role: 'limit' }
  const isPlace = (ROUNDING.has(above) && key === 1) || (CUTTING.has(above) && typeof key === 'number' && key > 0)
  if (isPlace && isSmall(value.replace(/^-/, ''))) return { role: 'form' }
  const isSign = /^(?:-1|0|1)$/.test(value) && (SORTING.has(above) || SHOWING.has(above))
  if (isSign || (key === '$size' && isSmall(value))) return { role: 'form' }
  if (key === 'amount' && DATES.test(String(above)) && isSmall(value)) return { role: 'duration' }
  return SCALING.has(above) && isFactor(value) ? { role: 'factor' } : {}
}

const wordRole = (value: string, path: readonly Step[]): { readonly role?: Role } => {
  const isCommand = path.length === 1 && path[0] === 'op' && (value === 'find' || value === 'aggregate')
  const isOption = path.at(-1) === '$options' && /^[imsx]{1,4}$/.test(value)
  const isType = path.at(-1) === '$type' && TYPES.test(value)
  return isCommand || isOption || isType ? { role: 'form' } : textRole(formPlace(path), value)
}

const TYPES = /^(?:string|bool|date|double|int|long|decimal|number|object|objectId|array|null)$/
const DATES = /^\$date[A-Z]/
const PLACES: ReadonlyMap<Step | undefined, FormPlace> = new Map([
  ['format', 'format'],
  ['unit', 'unit'],
  ['startOfWeek', 'weekday'],
  ['timezone', 'zone'],
])

const formPlace = (path: readonly Step[]): FormPlace | undefined =>
  /^\$(?:date[A-Z]|year$|month$|day|week$|hour$|iso)/.test(String(path.at(-2))) ? PLACES.get(path.at(-1)) : undefined

const FIRST_MATCH: readonly Step[] = ['pipeline', 0, '$match']

/** How a constant is compared; and with which field, where a filter compares it as it is in the collection. */
const comparison = (path: readonly Step[]): Pick<Literal, 'compared' | 'column' | 'bound'> => {
  const rest =
    path[0] === 'filter' ? path.slice(1) : FIRST_MATCH.every((step, at) => path[at] === step) ? path.slice(3) : []
  let at = 0
  while (JOINING.has(rest[at]) && typeof rest[at + 1] === 'number') at += 2
  const [name, operator, place, ...more] = rest.slice(at)
  const isField = typeof name === 'string' && !name.startsWith('$') && more.length === 0
  const column = isField ? { column: { name } } : {}
  const isOne = ONE.has(operator) && place === undefined
  if (isField && (operator === undefined || isOne || (SOME.has(operator) && place !== undefined)))
    return { compared: 'equal', ...column }
  const bound = boundOf(path)
  if (isField && RANGE.has(operator) && place === undefined) return { compared: 'range', ...column, ...bound }
  // Anywhere else: in an expression, or of what an earlier stage has made.
  const steps = path.slice(-2)
  if (steps.some((step) => RANGE.has(step))) return { compared: 'range', ...bound }
  const isFieldOfMatch = !String(path.at(-1)).startsWith('$') && path.includes('$match')
  const isEqual = isFieldOfMatch || steps.some((step) => ONE.has(step) || SOME.has(step))
  return isEqual ? { compared: 'equal' } : {}
}

/** `{ tonnes: { $gt: 5 } }`; in an expression the place alone does not say what is bounded. */
const boundOf = (path: readonly Step[]): Pick<Literal, 'bound'> => {
  const [field, operator] = path.slice(-2)
  if (typeof field !== 'string' || field.startsWith('$') || !RANGE.has(operator)) return {}
  const side = operator === '$gt' || operator === '$gte' ? 'low' : 'high'
  return { bound: { side, about: field.toLowerCase(), columns: [field] } }
}
