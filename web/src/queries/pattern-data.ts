import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import { queriesTexts } from './texts.ts'

export type Pattern = components['schemas']['Pattern']
export type Proposal = components['schemas']['PatternProposal']

export const PATTERNS = '/api/v1/patterns'
export const PROPOSALS = '/api/v1/pattern-proposals'

/** Fields of a verified query, with their maximum lengths. */
const LENGTHS = { question: 500, query: 20_000, verified_by: 100 } as const
export const PATTERN_NAMES = ['question', 'query', 'verified_by'] as const

type Name = (typeof PATTERN_NAMES)[number]
export type PatternValues = Readonly<Record<Name, string>>

/** The mode of the dialog, with initial values. */
export type Edited = { readonly values: PatternValues } & (
  | { readonly kind: 'add'; readonly databaseId: string }
  | { readonly kind: 'change' | 'accept'; readonly id: string }
)

export const valuesOf = ({ question, query, verified_by }: Pattern): PatternValues => ({ question, query, verified_by })

/** The current verified query. @throws TabletalkError */
export const readPattern = async (id: string): Promise<PatternValues> =>
  valuesOf((await plainClient.call('get', '/api/v1/patterns/{pattern_id}', { path: { pattern_id: id } })).data)

/** Saves the fields as a verified query. @throws TabletalkError */
export const sendPattern = async (edited: Edited, { question, query, verified_by: by }: PatternValues) => {
  const said = { question, query, ...(by.trim() === '' ? {} : { verified_by: by }) }
  if (edited.kind === 'add') {
    await plainClient.call('post', PATTERNS, { body: { ...said, database_id: edited.databaseId } })
  } else if (edited.kind === 'accept') {
    const path = { proposal_id: edited.id }
    await plainClient.call('post', '/api/v1/pattern-proposals/{proposal_id}/accept', { path, body: said })
  } else {
    const path = { pattern_id: edited.id }
    await plainClient.call('patch', '/api/v1/patterns/{pattern_id}', { path, body: { verified_by: null, ...said } })
  }
}

/** Validation errors before a request. */
export const patternFaults = (values: PatternValues): FieldErrors<Name> => {
  const tooLong = PATTERN_NAMES.filter((name) => [...values[name].trim()].length > LENGTHS[name])
  return {
    ...(values.question.trim() === '' ? { question: queriesTexts.questionMissing } : {}),
    ...(values.query.trim() === '' ? { query: queriesTexts.queryMissing } : {}),
    ...Object.fromEntries(tooLong.map((name) => [name, queriesTexts.tooLong(LENGTHS[name])])),
  }
}

/** The name recorded as verifier for this user, cut to the allowed length. */
export const voucherOf = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  [...(name ?? email)].slice(0, LENGTHS.verified_by).join('')

/** The verifier of a query: a name, or the origin of the request. */
export const verifierOf = ({ verified_by: by }: Pattern): string => {
  const [, kind, id = ''] = /^(user|key) (\S+)$/.exec(by) ?? []
  if (kind === undefined) return by
  return kind === 'user' ? queriesTexts.user(id) : queriesTexts.key(id)
}
