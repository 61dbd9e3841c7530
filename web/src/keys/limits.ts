import type { FieldErrors } from '../form/field-errors.ts'
import type { AnswerDetail, Key, Permission } from './key-data.ts'
import { keysTexts } from './texts.ts'

/** Permissions per kind of key. */
export const PERMISSIONS: Readonly<Record<Key['kind'], readonly Permission[]>> = {
  organization: ['chat', 'history', 'manage'],
  database: ['chat', 'history'],
}

/** What answers of a database key can contain beyond text, rows and chart. */
export const ANSWER_DETAILS = [
  'queries',
  'receipts',
  'assumptions',
  'names',
  'progress',
  'reasoning',
] as const satisfies readonly AnswerDetail[]

/** Fields of a key's limits. */
export const LIMIT_NAMES = [
  'origins',
  'chat',
  'history',
  'manage',
  'permissions',
  ...ANSWER_DETAILS,
  'answer_details',
  'addresses',
  'expires_at',
] as const

type LimitName = (typeof LIMIT_NAMES)[number]
type LimitValues = Readonly<Record<LimitName, string>>
export type LimitErrors = FieldErrors<LimitName>

/** A list as text of a field: one item per line. */
export const linesOf = (list: readonly string[] | null | undefined): string => (list ?? []).join('\n')

/** The lines of a field; null if there are none, which means any. */
const listOf = (text: string): string[] | null => {
  const lines = text.split(/[\n,]/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length === 0 ? null : filled
}

/** A timestamp for a `datetime-local` field: local time without zone. */
export const localMoment = (iso: string | null | undefined): string => {
  if (iso == null) return ''
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The limits from form values. */
export const limitsOf = (kind: Key['kind'], values: LimitValues) => {
  const { origins, addresses, expires_at: end } = values
  return {
    permissions: PERMISSIONS[kind].filter((permission) => values[permission] !== ''),
    ...(kind === 'database'
      ? { origins: listOf(origins), answer_details: ANSWER_DETAILS.filter((detail) => values[detail] !== '') }
      : {}),
    addresses: listOf(addresses),
    expires_at: end === '' ? null : new Date(end).toISOString(),
  }
}

const isOrigin = (text: string): boolean => /^https?:\/\/(?:\*\.)?[^\s/*?#]+\/?$/.test(text)

/** Validation errors of limits. @param before the current expiry: a past one may stay */
export const limitFaults = (kind: Key['kind'], values: LimitValues, before = ''): LimitErrors => {
  const { origins, expires_at: end } = values
  const isPast = end !== '' && end !== before && Date.parse(end) <= Date.now()
  return {
    ...(kind === 'database' && !(listOf(origins) ?? []).every(isOrigin) ? { origins: keysTexts.originsInvalid } : {}),
    ...(PERMISSIONS[kind].every((permission) => values[permission] === '')
      ? { permissions: keysTexts.permissionsMissing }
      : {}),
    ...(isPast ? { expires_at: keysTexts.expiresPast } : {}),
  }
}

/** The changed fields only, so that concurrent changes of other fields are kept. */
export const differing = <Fields extends object>(edited: Fields, before: object): Partial<Fields> =>
  Object.assign(
    {},
    ...Object.entries(edited).map(([name, value]) => {
      const was: unknown = Reflect.get(before, name)
      return JSON.stringify(was) === JSON.stringify(value) ? {} : { [name]: value }
    }),
  )
