import { draftFor } from '../../activities/draft-for.ts'
import type { PlannerOutput } from '../../src/ask/rules/draft.ts'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { SQL_DIALECT as POSTGRES } from '../../src/engines/postgres/dialect.ts'
import { QuestionContexts } from '../../src/knowledge/retrieval/question-contexts.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { clinic, harbour } from '../knowledge/clinic.ts'
import { booksOf } from '../knowledge/verified-books.ts'
import { SERVER } from '../store/store-fixture.ts'

const QUESTION = 'Who is our best client?'
const ASKED = { caller: SERVER, databaseId: 'd', text: QUESTION, askedAt: '2026-11-26T10:00:00.000Z' }
const REPLY: PlannerOutput = {
  mode: 'chat',
  planner: 'scripted',
  reply: 'Nobody.',
  suggestions: [],
  assumptions: [],
  confidence: 1,
}
const REFUSAL = { reason: 'unknown_name', hint: 'there is no such column', repairable: true }

/** Asks a question with a verified query as a caller who sees only some of the rows. @returns what was done, in order */
const asked = async (
  query: string,
  knowledge: Knowledge,
  judge: () => Promise<{ ok: false; refusal: typeof REFUSAL }>,
) => {
  const done: string[] = []
  const drafting = draftFor(
    {
      databases: {
        knowledge: async () => ({ ...knowledge, ownTables: new Set(['owners', 'visits', 'calls']) }),
        holds: async () => false,
        profiles: async () => [],
        judgeForAnyone() {
          done.push('judged')
          return judge()
        },
      },
      retrieval: { patterns: booksOf([[QUESTION, query]]), contexts: new QuestionContexts() },
      planner: {
        name: 'scripted',
        offline: true,
        compose: () => Promise.reject(new Error('nothing is composed')),
        async draft() {
          done.push('drafted')
          return REPLY
        },
      },
    },
    ASKED,
    {
      recentTurns: [],
      signal: new AbortController().signal,
      onBroken: async (_, { hint }) => {
        done.push(`told: ${hint}`)
      },
    },
  )
  const reply = await drafting.then(
    (draft) => 'reply' in draft && draft.reply,
    (error: unknown) => (error instanceof Problem ? error.problem : error),
  )
  return { done, reply }
}

const refused = async () => ({ ok: false, refusal: REFUSAL }) as const

describe('a verified query withheld from the caller', () => {
  it('is guarded before drafting, so that an unreachable database costs no tokens', async () => {
    const query = 'SELECT o.shoe_size FROM owners o'
    const gone = () => Promise.reject(new Problem('database_unreachable'))
    expect(await asked(query, clinic(POSTGRES), gone)).toEqual({ done: ['judged'], reply: 'database_unreachable' })
    const { done, reply } = await asked(query, clinic(POSTGRES), refused)
    expect(done).toEqual(['judged', 'told: there is no such column', 'drafted'])
    expect(reply).toMatch(/^The verified query for this question could not be run\. .* Nobody\.$/)
  })

  it.each<[string, string, Knowledge]>([
    ['a constant', "SELECT o.city FROM owners o WHERE o.full_name = 'Ada Byron'", clinic(POSTGRES)],
    ['an alias', 'SELECT COUNT(*) AS acme_byron FROM owners o', clinic(POSTGRES)],
    ['a MongoDB field', '{"op": "find", "collection": "calls", "filter": {"captain.shoes": 5}}', harbour()],
  ])('is not guarded if it is withheld because of %s', async (_, query, knowledge) => {
    expect(await asked(query, knowledge, refused)).toEqual({ done: ['drafted'], reply: 'Nobody.' })
  })
})
