import { z } from 'zod'
import type { PlannerOutput, Usage } from '../../ask/rules/draft.ts'
import type { ExploreKind } from '../../ask/rules/explore-command.ts'
import { exploreCommandsOf, exploreReply, repairedCommands } from './explore-reply.ts'
import { plainText } from './plain-text.ts'
import type { Reading, ReplyFormat } from './structured-call.ts'

const QUERY_LENGTH_MAX = 20_000
const LINE_LENGTH_MAX = 300
const REPLY_LENGTH_MAX = 2_000
/** Further lines, and longer ones, are ignored. */
const LINES_MAX = 20
const LINE_READ_MAX = 500
const ISSUES_LENGTH_MAX = 2_000
const UNSURE = 0.5
const UNEXPLAINED = 'What the question asks for.'

const text = (lengthMax: number) => z.string().max(lengthMax).nullable()
const lines = z.array(z.string())

const WRITES = ['query', 'chat', 'decline', 'clarify'] as const
/** In a review a model decides whether the result is the answer, and what to add. */
const JUDGES = ['accept', 'query', 'more'] as const
const TITLE_LENGTH_MAX = 100

/** Every key is required and nullable, because strict schemas have no optional keys. */
const DraftReply = z.object({
  mode: z.enum([...WRITES, ...JUDGES, 'look']),
  query: text(QUERY_LENGTH_MAX),
  explanation: text(1_000),
  reply: text(8_000),
  assumptions: lines,
  suggestions: lines,
  confidence: z.number(),
  tables: lines,
})

interface AnyReply extends z.infer<typeof DraftReply> {
  /** Only if the model may explore. */
  readonly look?: z.infer<ReturnType<typeof exploreReply>>
  /** Only in a review. */
  readonly title?: string | null
}

const schemaOf = (offered: readonly ExploreKind[], isReview: boolean): z.ZodType<AnyReply> => {
  const modes = isReview ? JUDGES : WRITES
  const reply = isReview ? DraftReply.extend({ title: text(LINE_LENGTH_MAX) }) : DraftReply
  if (offered.length === 0) return reply.extend({ mode: z.enum(modes) })
  return reply.extend({ mode: z.enum([...modes, 'look']), look: exploreReply(offered) })
}

const KEYS = ['mode', 'query', 'sql', 'pipeline', 'reply', 'look']

/**
 * The reply format of drafts; the planner prompt also describes it in words, for servers without schemas. Tolerates
 * what has an obvious meaning: missing lists, a missing mode, a query under the name of its language, as an object, or
 * in place of the reply.
 *
 * @param offered kinds of explore requests; if empty, an explore request is invalid
 * @param isReview whether it reviews the result of its last query
 */
export const draftFormat = (offered: readonly ExploreKind[], isReview = false): ReplyFormat<AnyReply> => {
  const key = [isReview, ...offered].join()
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = formatOf(schemaOf(offered, isReview))
  formats.set(key, made)
  return made
}

/** Cached per combination of offered kinds, of which there are few. */
const formats = new Map<string, ReplyFormat<AnyReply>>()

/** The schema is sent without lengths, which OpenAI's strict mode rejects; they are checked when the reply is read. */
const formatOf = (schema: z.ZodType<AnyReply>): ReplyFormat<AnyReply> => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    target: 'draft-7',
    override: ({ jsonSchema: part }) => {
      delete part.maxLength
    },
  })
  return { jsonSchema, keys: KEYS, read: (found) => reading(schema, found) }
}

const reading = (schema: z.ZodType<AnyReply>, found: Record<string, unknown>): Reading<AnyReply> => {
  const parsed = schema.safeParse(completed(found))
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`)
    return { ok: false, issues: issues.join('; ').slice(0, ISSUES_LENGTH_MAX) }
  }
  const { data } = parsed
  if (data.mode === 'look')
    return exploreCommandsOf(data.look ?? []).length === 0
      ? { ok: false, issues: 'look: needed when mode is "look"' }
      : { ok: true, value: data }
  const { mode, query, reply } = data
  if (mode === 'accept') return { ok: true, value: data }
  const isQuery = mode === 'query' || mode === 'more'
  if (isQuery && bare(query ?? '') === '') return { ok: false, issues: `query: needed when mode is "${mode}"` }
  if (!isQuery && (reply ?? '').trim() === '') return { ok: false, issues: `reply: needed when mode is "${mode}"` }
  return { ok: true, value: data }
}

/** The reply as a draft, with texts that are safe to show. */
export const draftOf = (reply: AnyReply, planner: string, usage: Usage): PlannerOutput => {
  const shown = (texts: readonly string[], countMax: number) =>
    texts
      .map((text) => cut(plainText(text).replace(/\s+/g, ' '), LINE_LENGTH_MAX))
      .filter((line) => line !== '')
      .slice(0, countMax)
  const line = (written: string | null | undefined, lengthMax = LINE_LENGTH_MAX) =>
    shown([written ?? ''], 1).map((text) => cut(text, lengthMax))[0]
  const base = { planner, usage, confidence: reply.confidence, assumptions: shown(reply.assumptions, 6) }
  if (reply.mode === 'look') return { ...base, mode: 'look', looks: exploreCommandsOf(reply.look ?? []) }
  if (reply.mode === 'accept') return { ...base, mode: 'accept' }
  if (reply.mode === 'query' || reply.mode === 'more') {
    const explanation = line(reply.explanation) ?? UNEXPLAINED
    const part = reply.mode === 'more' ? { partTitle: line(reply.title, TITLE_LENGTH_MAX) ?? explanation } : {}
    return { ...base, mode: 'query', query: bare(reply.query ?? ''), explanation, ...part }
  }
  return {
    ...base,
    mode: reply.mode,
    reply: cut(plainText((reply.reply ?? '').slice(0, 2 * REPLY_LENGTH_MAX)), REPLY_LENGTH_MAX),
    suggestions: shown(reply.suggestions, 3),
  }
}

/** Known fields only: a reply may have any others. */
const completed = (found: Record<string, unknown>): Record<string, unknown> => {
  const { confidence, explanation = null, reply = null } = found
  const query = found.query ?? found.sql ?? commandIn(found)
  const look = repairedCommands(found.look)
  const certainty = typeof confidence === 'string' ? Number.parseFloat(confidence) : confidence
  return {
    explanation,
    reply,
    title: typeof found.title === 'string' ? found.title.slice(0, LINE_LENGTH_MAX) : null,
    mode: found.mode ?? (query ? 'query' : look.length > 0 ? 'look' : typeof reply === 'string' ? 'chat' : 'query'),
    look,
    query: typeof query === 'object' && query !== null ? JSON.stringify(query) : (query ?? null),
    assumptions: listOf(found.assumptions),
    suggestions: listOf(found.suggestions),
    tables: listOf(found.tables),
    confidence: typeof certainty === 'number' && certainty >= 0 && certainty <= 1 ? certainty : UNSURE,
  }
}

/** A command over documents given as the reply itself. */
const commandIn = ({ collection, pipeline }: Record<string, unknown>): unknown =>
  typeof collection === 'string' && Array.isArray(pipeline) ? { collection, pipeline } : undefined

const listOf = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') return [value.slice(0, LINE_READ_MAX)]
  if (!Array.isArray(value)) return value
  return value
    .slice(0, LINES_MAX)
    .map((line: unknown) => (typeof line === 'string' ? line.slice(0, LINE_READ_MAX) : line))
}

const FENCE = '```'

/** Without code fences and final semicolons. */
const bare = (query: string): string => {
  const text = query.trim()
  const isFenced = text.length > 2 * FENCE.length && text.startsWith(FENCE) && text.endsWith(FENCE)
  const inner = isFenced ? text.slice(FENCE.length, -FENCE.length).replace(/^\w+/, '').trim() : text
  let end = inner.length
  while (end > 0 && /[\s;]/.test(inner[end - 1] ?? '')) end -= 1
  return inner.slice(0, end)
}

const cut = (line: string, lengthMax: number): string => {
  const characters = [...line.trim()]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : characters.join('')
}
