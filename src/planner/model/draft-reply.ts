import { z } from 'zod'
import type { Draft, Usage } from '../../domain/ask/draft.ts'
import { plainText } from './plain-text.ts'
import type { ReplyFormat } from './structured-call.ts'

const QUERY_LENGTH_MAX = 20_000
const LINE_LENGTH_MAX = 300
const REPLY_LENGTH_MAX = 2_000
/** Beyond these a list or a line is not looked at. */
const LINES_MAX = 20
const LINE_READ_MAX = 500
const ISSUES_LENGTH_MAX = 2_000
const UNSURE = 0.5
const UNEXPLAINED = 'What the question asks for.'

const text = (lengthMax: number) => z.string().max(lengthMax).nullable()
const lines = z.array(z.string())

/** Every key is required and nullable: strict schemas know no optional ones. */
const DraftReply = z.object({
  mode: z.enum(['query', 'chat', 'decline', 'clarify']),
  query: text(QUERY_LENGTH_MAX),
  explanation: text(1_000),
  reply: text(8_000),
  assumptions: lines,
  suggestions: lines,
  confidence: z.number(),
  tables: lines,
})

type DraftReply = z.infer<typeof DraftReply>

/** Without lengths, which OpenAI's strict mode refuses: they hold when the reply is read. */
const { $schema: _, ...jsonSchema } = z.toJSONSchema(DraftReply, {
  target: 'draft-7',
  override: ({ jsonSchema: part }) => {
    delete part.maxLength
  },
})

/**
 * What the planner asks a model for; also in words in the planner prompt, for servers that take no schema. Forgives
 * what has an obvious meaning: missing lists, a missing mode, a query under the name of its
 * language, as an object, or in place of the reply.
 */
export const DRAFT_FORMAT: ReplyFormat<DraftReply> = {
  jsonSchema,
  keys: ['mode', 'query', 'sql', 'pipeline', 'reply'],
  read: (found) => {
    const parsed = DraftReply.safeParse(completed(found))
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`)
      return { ok: false, issues: issues.join('; ').slice(0, ISSUES_LENGTH_MAX) }
    }
    const { mode, query, reply } = parsed.data
    if (mode === 'query' && bare(query ?? '') === '') return { ok: false, issues: 'query: needed when mode is "query"' }
    if (mode !== 'query' && (reply ?? '').trim() === '')
      return { ok: false, issues: `reply: needed when mode is "${mode}"` }
    return { ok: true, value: parsed.data }
  },
}

/** The reply as a draft, its texts fit to be shown. */
export const draftOf = (reply: DraftReply, planner: string, usage: Usage): Draft => {
  const shown = (texts: readonly string[], countMax: number) =>
    texts
      .map((text) => cut(plainText(text).replace(/\s+/g, ' '), LINE_LENGTH_MAX))
      .filter((line) => line !== '')
      .slice(0, countMax)
  const base = { planner, usage, confidence: reply.confidence, assumptions: shown(reply.assumptions, 6) }
  if (reply.mode === 'query')
    return {
      ...base,
      mode: 'query',
      query: bare(reply.query ?? ''),
      explanation: shown([reply.explanation ?? ''], 1)[0] ?? UNEXPLAINED,
    }
  return {
    ...base,
    mode: reply.mode,
    reply: cut(plainText((reply.reply ?? '').slice(0, 2 * REPLY_LENGTH_MAX)), REPLY_LENGTH_MAX),
    suggestions: shown(reply.suggestions, 3),
  }
}

/** Known fields only: a reply may have any number of others. */
const completed = (found: Record<string, unknown>): Record<string, unknown> => {
  const { confidence, explanation = null, reply = null } = found
  const query = found.query ?? found.sql ?? commandIn(found)
  const certainty = typeof confidence === 'string' ? Number.parseFloat(confidence) : confidence
  return {
    explanation,
    reply,
    mode: found.mode ?? (typeof reply === 'string' && !query ? 'chat' : 'query'),
    query: typeof query === 'object' && query !== null ? JSON.stringify(query) : (query ?? null),
    assumptions: listOf(found.assumptions),
    suggestions: listOf(found.suggestions),
    tables: listOf(found.tables),
    confidence: typeof certainty === 'number' && certainty >= 0 && certainty <= 1 ? certainty : UNSURE,
  }
}

/** A command over documents that was given as the reply itself. */
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

/** Without fences and closing semicolons. */
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
