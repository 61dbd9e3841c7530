import { z } from 'zod'
import { MESSAGE_LENGTH_MAX } from '../../ask/rules/question.ts'
import { type EvaluatedQuestion, TRIALS_MAX } from '../evaluation/rules/evaluated-question.ts'
import { FileInvalid, pathText } from './input-file.ts'
import { validateInput } from './validate-input.ts'

/** Maximum size of a file in bytes, to be checked before reading it. */
export const QUESTION_FILE_MAX = 16 * 1024 * 1024
const LINE_MAX = 200_000
const GOLDS_MAX = 5
/** Maximum length of a query that the guard accepts. */
const GOLD_MAX = 20_000
/** Maximum number of mistakes in an error message. */
const MISTAKES_SHOWN_MAX = 50

const name = z.union([z.string().min(1).max(255), z.int()], 'must be text or a whole number').transform(String)
const oneGold = z.union(
  [
    z.string().trim().min(1).max(GOLD_MAX),
    z.record(z.string(), z.unknown()).transform((command) => JSON.stringify(command)),
  ],
  'must be a query',
)
const golds = z.union(
  [oneGold.transform((one) => [one]), z.array(oneGold).min(1).max(GOLDS_MAX)],
  'must be a query, or a list of queries of which each is a correct answer',
)

/** One line of a question file, or one question of a request. */
export const QuestionLine = z
  .strictObject({
    id: name,
    question: z.string().trim().min(1).max(MESSAGE_LENGTH_MAX),
    after: name.exactOptional(),
    gold: golds.exactOptional(),
    expect: z.enum(['decline', 'chat']).exactOptional(),
    tenant: name.exactOptional(),
    scope: z.string().trim().normalize('NFC').min(1).max(255).exactOptional(),
    tags: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
  })
  .refine(({ gold, expect }) => (gold === undefined) !== (expect === undefined), 'requires either gold or expect')

interface WrittenQuestion {
  /** From 1. */
  readonly line: number
  readonly value: z.output<typeof QuestionLine>
}

export interface LineMistake {
  /** From 1. */
  readonly line: number
  /** The path in the question; empty for the whole. */
  readonly path: readonly PropertyKey[]
  /** To be appended to the name of the field. */
  readonly message: string
}

/** A question and its line number. */
export interface NumberedQuestion {
  readonly line: number
  readonly question: EvaluatedQuestion
}

/** Default tenant and scope of questions. */
export interface QuestionOwner {
  readonly tenantId?: string
  readonly scopeId?: string
}

/**
 * Parses a text with one JSON object per line; blank lines are skipped. A follow-up question has the tenant and scope of the
 * question before it.
 *
 * @throws FileInvalid with the first fifty mistakes and their lines
 */
export const readQuestions = (text: string, as: QuestionOwner = {}): readonly NumberedQuestion[] => {
  const invalid: LineMistake[] = []
  const written = linesOf(text).flatMap(({ line, json }): WrittenQuestion[] => {
    const parsed = parseLine(json)
    if (parsed.ok) return [{ line, value: parsed.value }]
    invalid.push(...parsed.mistakes.map((mistake) => ({ line, ...mistake })))
    return []
  })
  const { read, mistakes } = relateQuestions(written, as)
  throwMistakes([...invalid, ...mistakes].toSorted((a, b) => a.line - b.line))
  return read
}

/** Resolves the preceding question, the tenant and the scope of each question. */
export const relateQuestions = (
  written: readonly WrittenQuestion[],
  as: QuestionOwner,
): { readonly read: readonly NumberedQuestion[]; readonly mistakes: readonly LineMistake[] } => {
  const mistakes: LineMistake[] = []
  const read: NumberedQuestion[] = []
  const indexById = new Map<string, number>()
  for (const { line, value } of written) {
    const { id, after, tenant, scope } = value
    if (indexById.has(id)) mistakes.push({ line, path: ['id'], message: `${id} is already used in an earlier line` })
    const at = after === undefined ? undefined : indexById.get(after)
    if (after !== undefined && at === undefined)
      mistakes.push({ line, path: ['after'], message: `no valid earlier line has the id ${after}` })
    const before = at === undefined ? undefined : read[at]?.question
    const own = ownerOf(before ?? as, { tenant, scope })
    if (before !== undefined && (own.tenantId !== before.tenantId || own.scopeId !== before.scopeId))
      mistakes.push({ line, path: ['after'], message: `${after} has another tenant or scope` })
    indexById.set(id, read.length)
    read.push({ line, question: questionOf(value, own, at) })
  }
  return { read, mistakes }
}

/** @throws FileInvalid if there are mistakes */
export const throwMistakes = (mistakes: readonly LineMistake[]): void => {
  if (mistakes.length === 0) return
  const shown = mistakes.slice(0, MISTAKES_SHOWN_MAX).map((mistake) => `  line ${mistake.line}: ${textOf(mistake)}`)
  const more = mistakes.length - shown.length
  throw new FileInvalid(
    `The questions are not valid:\n${[...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')}`,
    { mistakes: mistakes.map((mistake) => ({ place: `line ${mistake.line}`, message: textOf(mistake) })) },
  )
}

const textOf = ({ path, message }: Pick<LineMistake, 'path' | 'message'>): string =>
  path.length === 0 ? message : `${pathText(path)}: ${message}`

const linesOf = (text: string): readonly { readonly line: number; readonly json: string }[] => {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((json, index) => (json.trim() === '' ? [] : [{ line: index + 1, json }]))
  if (lines.length === 0)
    throw new FileInvalid('The file contains no questions. Each line must be a JSON object with one question.')
  if (lines.length > TRIALS_MAX)
    throw new FileInvalid(`It has ${lines.length} questions; the maximum is ${TRIALS_MAX}.`)
  return lines
}

type ParsedLine =
  | { readonly ok: true; readonly value: z.output<typeof QuestionLine> }
  | { readonly ok: false; readonly mistakes: readonly Omit<LineMistake, 'line'>[] }

const parseLine = (json: string): ParsedLine => {
  const invalid = (message: string): ParsedLine => ({ ok: false, mistakes: [{ path: [], message }] })
  if (json.length > LINE_MAX) return invalid(`has more than ${LINE_MAX} characters`)
  try {
    return validateInput(QuestionLine, JSON.parse(json))
  } catch {
    return invalid('is not JSON')
  }
}

const ownerOf = (
  { tenantId, scopeId }: QuestionOwner,
  { tenant = tenantId, scope = scopeId }: { readonly tenant?: string | undefined; readonly scope?: string | undefined },
): QuestionOwner => ({
  ...(tenant === undefined ? {} : { tenantId: tenant }),
  ...(scope === undefined ? {} : { scopeId: scope }),
})

const questionOf = (
  { id, question: text, gold, expect, tags }: z.output<typeof QuestionLine>,
  owner: QuestionOwner,
  after: number | undefined,
): EvaluatedQuestion => ({
  id,
  text,
  tags: [...new Set(tags)],
  ...owner,
  expected: expect === undefined ? { kind: 'rows', golds: gold ?? [] } : { kind: expect },
  ...(after === undefined ? {} : { after }),
})
