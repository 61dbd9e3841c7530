import { withContext } from '../../../../bench/questions/with-context.ts'
import type { Knowledge } from '../../../../src/ask/rules/knowledge.ts'
import { MESSAGE_LENGTH_MAX, type RecentTurn } from '../../../../src/ask/rules/question.ts'
import { tokenise } from '../../../../src/knowledge/words/index.ts'
import { builtinPlanner } from '../../../../src/planner/builtin/index.ts'
import { readable, unanswerableKind } from '../../../../src/planner/builtin/say/index.ts'
import { smallTalk } from '../../../../src/planner/builtin/words/index.ts'
import { ASKED_AT } from '../../../planner/builtin/fixture.ts'
import { largeKnowledge } from '../../../planner/builtin/large.ts'
import { library } from '../../../planner/builtin/library.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'
import { longestHoldMs } from '../../../support/longest-hold.ts'

const SHAPES: Readonly<Record<string, string>> = {
  'a word of the schema': 'order_',
  'words of the schema': 'orders ',
  'a name of every table': 'name ',
  'a capitalised name of every table': 'Name ',
  'words of many values': 'Anna Keller ',
  'words near those of many values': 'Elif Novack Hugoo ',
  'unknown words': 'Xylophan Quarz ',
  'misspelt words': 'custmers ordrs ',
  'phrases of the schema': 'total amount of orders by customer name ',
  underscores: '_',
  digits: '1',
  dots: '.',
  'one long word': 'a',
  'one long name': 'A',
  initials: 'A ',
  'dates with slashes': '3/15/2025 ',
  'one endless date': '1/',
  'ISO dates': 'from 2025-01-01 to ',
  quotes: '"',
  'single quotes': "'a",
  'open quotes': '“a',
  'email addresses': 'a@a.',
  commas: ',',
  conjunctions: 'and ',
  negations: 'not without ',
  superlatives: 'most recent ',
  'beginnings of periods': 'beginning ',
  periods: 'since the beginning of last month ',
  groups: 'per month by ',
  comparisons: 'between 1 and more than ',
  greetings: 'hi ',
  thanks: 'thanks for ',
  corrections: 'Ruth no wait, ',
  sentences: 'how many? ',
  'words that refer back': 'and of those that ',
  spaces: ' ',
  'accented letters': 'ł',
  'combining marks': 'e\u0301\u0301',
  'letters outside of the basic plane': '𝔞',
}

const of = (shape: string, length: number): string => shape.repeat(Math.ceil(length / shape.length)).slice(0, length)

const planner = builtinPlanner()
const draft = (knowledge: Knowledge, question: string, recentTurns: readonly RecentTurn[] = []) =>
  planner.draft(
    withContext({ question, askedAt: ASKED_AT, recentTurns, knowledge, signal: new AbortController().signal }),
  )

const shop = library()
const large = largeKnowledge({ tables: 500, keys: 1_500, values: 50_000 })

/** The longest readable prefix of a text. */
const longestReadable = (text: string): string => {
  for (let length = Math.min(text.length, 2_000); length > 0; length -= 10) {
    const cut = readable(text.slice(0, length))
    if (cut !== null) return cut
  }
  return ''
}

const over = (most: number, costs: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(costs).filter(([, cost]) => cost >= most))

describe.each(Object.entries(SHAPES))('Question of %s', (_, shape) => {
  it('does not block the event loop at any length', async () => {
    const held: Record<number, number> = {}
    for (const size of HOSTILE_SIZES) {
      const question = of(shape, size)
      held[size] = await longestHoldMs(() => draft(shop.knowledge, question))
    }
    expect(over(HOLD_MS_MAX, held)).toEqual({})
  })

  it('does not block the event loop on a large database or as a follow-up', async () => {
    const question = longestReadable(of(shape, 2_000))
    await draft(large, 'How many order lines are there?')
    const first = await draft(shop.knowledge, 'How many orders were placed last month?')
    const plan = first.mode === 'query' ? first.plan : undefined
    const turns = [{ question: 'How many?', columns: [], rowCount: 1, ...(plan === undefined ? {} : { plan }) }]
    expect(await longestHoldMs(() => draft(shop.knowledge, question, turns))).toBeLessThan(HOLD_MS_MAX)
    expect(await longestHoldMs(() => draft(large, question))).toBeLessThan(HOLD_MS_MAX)
  })

  it('is checked for readability and tokenised in half of the time limit', async () => {
    const cost: Record<string, number> = {}
    for (const size of HOSTILE_SIZES) {
      const question = of(shape, size)
      cost[`readable ${size}`] = await threadCostMs(() => readable(question))
      const read = longestReadable(question)
      for (const reads of [tokenise, smallTalk, unanswerableKind])
        cost[`${reads.name} ${size}`] = await threadCostMs(() => reads(read))
    }
    expect(over(HOLD_MS_MAX / 2, cost)).toEqual({})
  })
})

describe('Too long question', () => {
  it('is declined with answerable suggestions', async () => {
    const reply = await draft(shop.knowledge, of('order_', MESSAGE_LENGTH_MAX))
    expect(reply).toMatchObject({ mode: 'decline', reply: expect.stringContaining('more than I can read at once') })
    expect(reply.mode === 'decline' && reply.suggestions).toHaveLength(3)
  })

  it('does not include a question that quotes a long value', async () => {
    const reply = await draft(shop.knowledge, `How many orders of the reader "${'Long Name '.repeat(15)}" are there?`)
    expect(JSON.stringify(reply)).not.toContain('more than I can read')
    expect(readable('How many orders of Pia Sommer were paid?  ')).toBe('How many orders of Pia Sommer were paid?')
  })
})

describe('Earlier plan', () => {
  const nested = (depth: number): unknown => (depth === 0 ? [] : [{ type: 'any', options: nested(depth - 1) }])
  const plans = {
    deep: JSON.parse(JSON.stringify({ ir: { where: nested(500) } })),
    wide: { ir: { where: Array.from({ length: 100_000 }, () => ({ type: 'any', options: [] })) } },
    long: { ir: { anchor: of('a', 1_000_000) } },
    'of a removed table': { ir: { anchor: 'gone' } },
  }

  test.each(Object.entries(plans))('is ignored if it is %s', async (_, plan) => {
    const turns = [{ question: 'How many?', columns: [], rowCount: 1, plan }]
    expect(await longestHoldMs(() => draft(shop.knowledge, 'and last year?', turns))).toBeLessThan(HOLD_MS_MAX)
    expect((await draft(shop.knowledge, 'How many orders were placed last month?', turns)).mode).toBe('query')
  })
})
