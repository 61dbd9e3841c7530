import { describe, expect, it } from '@jest/globals'
import { EXPLORE_KINDS } from '../../../../src/ask/rules/explore-command.ts'
import { composerPrompt } from '../../../../src/ask/rules/prompts/composer-prompt.ts'
import { oneLine, quoted } from '../../../../src/ask/rules/prompts/quoted.ts'
import { numberCheck } from '../../../../src/planner/model/backed-numbers.ts'
import { chunksOf } from '../../../../src/planner/model/completion-chunk.ts'
import { eventsOf } from '../../../../src/planner/model/completion-events.ts'
import { draftFormat, draftOf } from '../../../../src/planner/model/draft-reply.ts'
import { findJson } from '../../../../src/planner/model/find-json.ts'
import { linkedText } from '../../../../src/planner/model/linked-text.ts'
import { plainText } from '../../../../src/planner/model/plain-text.ts'
import { SENTENCE_LENGTH_MAX, Sentences } from '../../../../src/planner/model/sentences.ts'
import { LENGTH_MAX, StreamedAnswer } from '../../../../src/planner/model/streamed-answer.ts'
import { cellText, chunks, phraseRows } from '../../../../src/planner/wording/index.ts'
import { Problem } from '../../../../src/platform/problems/problem.ts'
import type { Json } from '../../../../src/platform/values/json.ts'
import { shortJson } from '../../../../src/platform/values/short-json.ts'
import { composeRequest, composeWith, draftWith, resultOf } from '../../../planner/model/cases.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../support/cost.ts'
import { longestHoldMs } from '../../../support/longest-hold.ts'
import type { ScriptedReply } from '../../../support/scripted-model.ts'

const FORMAT = draftFormat(EXPLORE_KINDS)

/** Repeated up to a size: each opens or closes a construct, or does so incompletely. */
const SHAPES = [
  ...['.', '. ', '1.', '\n1. ', '!?', '。', ' ', '\n', '\t', '\u00a0', '\\', ',', ', ', ';', '*', '`', '_', '-'],
  ...['[', ']', '[](', '](', '![', '[a][', '(', '{', '}', '{}', '{[', '{"', '"', '“', "'", ':', '{"a":', '{"a":1,'],
  ...[
    '<',
    '<think>',
    '</think>',
    '<think></think>',
    '<th',
    '&',
    '&a',
    '&#1;',
    '/',
    '//',
    '//a',
    'a/',
    'http://',
    '::1 ',
  ],
  ...['@', 'a@', 'a@b.c ', 'a.com/', 'a.b', '1.2.3.4 ', 'ab.', 'a:', 'f:', '\u0301', 'a\u0301.', '\u200d', '😀.', 'ﷺ.'],
  ...[
    '1',
    '1 ',
    '12 ',
    '11 22 333 ',
    '1,',
    '1M',
    '1%',
    '-1 ',
    '½',
    '⑫',
    '𝟗',
    '٩',
    '9٩',
    'five ',
    'million ',
    'twenty ',
  ],
  ...['a', 'a ', 'fünf', 'data: ', 'data:{\n', '\r', '\r\n', '/*', '```', '"a" ', "'a':", 'f(', '\\u', '...,', '"b"+'],
]
const CASES = SHAPES.map((shape) => [JSON.stringify(shape), shape] as const)

const sized = (shape: string, size: number): string => shape.repeat(Math.ceil(size / shape.length)).slice(0, size)

/** CPU time in ms; measured again only if it exceeds the bound. */
const cost = (work: () => unknown, bound: number): Promise<number> => threadCostMs(work, 1, bound)

/** The maximum cost over all sizes of a shape, in ms. */
const costOf = async (shape: string, work: (text: string) => unknown, bound = HOLD_MS_MAX): Promise<number> => {
  const costs: number[] = []
  for (const size of HOSTILE_SIZES) {
    const text = sized(shape, size)
    costs.push(await cost(() => work(text), bound))
  }
  return Math.max(...costs)
}

const bytes = (text: string) => ReadableStream.from([new TextEncoder().encode(text)])

/** A text in one piece, in three pieces, and in characters. */
const piecesOf = (text: string): readonly (readonly string[])[] => {
  const third = Math.ceil(text.length / 3)
  return [[text], [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)], text.split('')]
}

const isBacked = numberCheck({ texts: ['How many?'], rows: [{ name: 'Acme', orders: 37 }], rowCount: 1 })

const answerFrom = async (pieces: readonly string[]): Promise<string> => {
  const answer = new StreamedAnswer({ isBacked, plain: plainText, template: 'Acme: 37.', emit: async () => {} })
  for (const piece of pieces) if (!(await answer.push(piece))) break
  await answer.end('stop')
  return answer.message
}

const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, calls: 1, estimated: false, models: [] }

const READERS: Record<string, (text: string) => unknown> = {
  plainText,
  linkedText: linkedText(new Set(['https://shop.example'])),
  'findJson in prose': (text) => findJson(text, ['mode']),
  'findJson in a string': (text) => findJson(`{"mode": "${text}"}`, ['mode']),
  'findJson in an object': (text) => findJson(`{"mode": [${text}]}`, ['mode']),
  'a draft': (text) => {
    const all = { mode: 'chat', query: text, explanation: text, reply: text, suggestions: [text] }
    const read = FORMAT.read({ ...all, assumptions: Array.from({ length: 1_000 }, () => text) })
    const short = { ...all, query: text.slice(0, 20_000), explanation: 'x', reply: text.slice(0, 8_000) }
    const cut = FORMAT.read({ ...short, assumptions: Array.from({ length: 1_000 }, () => text) })
    return [read, cut.ok && draftOf(cut.value, 'm', NO_USAGE)]
  },
  'a draft that explores': (text) =>
    FORMAT.read({ mode: 'look', look: Array.from({ length: 1_000 }, () => ({ kind: 'values', text, within: text })) }),
  'a query': (text) => FORMAT.read({ mode: 'query', query: text.slice(0, 20_000) }),
  'numbers of a sentence': (text) => isBacked(text.slice(0, SENTENCE_LENGTH_MAX)),
  'numbers of rows': (text) => numberCheck({ texts: [text], rows: [{ a: text, b: [text] }], rowCount: 1 })('5 zz'),
  'an event': (text) => chunksOf(text),
  'an event of an object': (text) => chunksOf(JSON.stringify({ choices: [{ delta: { content: text } }] })),
  cellText,
  'a nested cell': (text) => cellText({ a: [text], [text]: { b: text } }),
  chunks,
  shortJson: (text) => shortJson([text, { [text]: text }], 200),
  oneLine: (text) => oneLine(text, 200),
  quoted: (text) => quoted(text, 60),
}

describe.each(Object.entries(READERS))('%s does not block the event loop', (_, work) => {
  it.each(CASES)('on %s', async (_name, shape) => {
    expect(await costOf(shape, work)).toBeLessThan(HOLD_MS_MAX)
  })
})

describe('Stream in pieces of any size', () => {
  it.each(CASES)('is split into sentences in time: %s', async (_, shape) => {
    const read = (pieces: readonly string[]) => {
      const sentences = new Sentences()
      for (const piece of pieces) for (const sentence of sentences.push(piece)) void sentence
      return sentences.rest()
    }
    for (const size of HOSTILE_SIZES)
      for (const pieces of piecesOf(sized(shape, size)))
        expect(await cost(() => read(pieces), 2 * HOLD_MS_MAX)).toBeLessThan(2 * HOLD_MS_MAX)
  })

  it.each(CASES)('becomes an answer in time: %s', async (_, shape) => {
    for (const size of HOSTILE_SIZES)
      for (const pieces of piecesOf(sized(shape, size)))
        expect(await cost(() => answerFrom(pieces), 2 * HOLD_MS_MAX)).toBeLessThan(2 * HOLD_MS_MAX)
  })

  it('gives the same answer', async () => {
    for (const shape of SHAPES) {
      const text = `Acme leads. ${sized(shape, 300)} Acme has 37 orders.\n${sized(shape, 300)} The end.`
      const [whole, ...others] = await Promise.all(piecesOf(text).map(answerFrom))
      for (const other of others) expect(other).toBe(whole)
    }
  })

  it.each(CASES)('is parsed into events in time: %s', async (_, shape) => {
    const read = async (text: string) => {
      for await (const { data } of eventsOf(bytes(text))) chunksOf(data)
    }
    // The work is split over several turns of the event loop, so their sum may exceed the limit of one.
    expect(await costOf(shape, read, 10 * HOLD_MS_MAX)).toBeLessThan(10 * HOLD_MS_MAX)
    const event = (text: string) => read(`data: ${text}\n\n`)
    expect(await costOf(shape, event, 10 * HOLD_MS_MAX)).toBeLessThan(10 * HOLD_MS_MAX)
  })
})

describe('Large and deep values do not block the event loop', () => {
  const deep = (depth: number): Json => {
    let value: Json = 1
    for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
    return value
  }
  const values: Record<string, Json> = {
    deep: deep(100_000),
    wide: Array.from({ length: 100_000 }, (_, at) => at),
    'many keys': Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at])),
    'many texts': Array.from({ length: 50_000 }, (_, at) => `${at} orders`),
  }
  it.each(Object.entries(values))('in a cell: %s', async (_, value) => {
    const request = composeRequest({ result: resultOf([{ name: 'Acme', value }]) })
    expect(await threadCostMs(() => cellText(value))).toBeLessThan(HOLD_MS_MAX)
    expect(await threadCostMs(() => composerPrompt(request, 'MARK'))).toBeLessThan(HOLD_MS_MAX)
    const check = () => numberCheck({ texts: [], rows: [{ value }], rowCount: 1 })('37 orders, a million')
    expect(await threadCostMs(check)).toBeLessThan(HOLD_MS_MAX)
  })

  it('in a result of maximum size', async () => {
    const row = (at: number) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, column) => [`c${column}`, at * column]))
    const result = resultOf(Array.from({ length: 200 }, (_, at) => row(at)))
    const request = composeRequest({ result })
    expect(await threadCostMs(() => composerPrompt(request, 'MARK'))).toBeLessThan(HOLD_MS_MAX)
    expect(await threadCostMs(() => phraseRows({ result, explanation: 'x', subject: null }))).toBeLessThan(HOLD_MS_MAX)
    const isIn = numberCheck({ texts: [], rows: result.rows, rowCount: 200 })
    expect(await threadCostMs(() => numberCheck({ texts: [], rows: result.rows, rowCount: 200 })('5'))).toBeLessThan(
      HOLD_MS_MAX,
    )
    expect(await threadCostMs(() => isIn('1 orders, 2.5 %. '.repeat(235)))).toBeLessThan(HOLD_MS_MAX)
  })

  it.each([
    ['keys', `{${Array.from({ length: 11_000 }, (_, at) => `"${at}":1`).join()},"mode":"chat"}`],
    ['lists', `{"mode":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['objects', '{"mode":1}'.repeat(10_000)],
    ['nested objects', `{"a":[${'{"mode":1},'.repeat(8_000)}1]}`],
    ['invalid objects', '{"mode":x}'.repeat(10_000)],
    ['invalid assumptions', `{"mode":"chat","assumptions":[${'1,'.repeat(40_000)}1]}`],
  ])('in a reply: %s', async (_, text) => {
    const read = () =>
      findJson(text, ['mode'])
        .slice(-50)
        .map((object) => FORMAT.read(object))
    expect(await threadCostMs(read)).toBeLessThan(HOLD_MS_MAX)
  })
})

describe('Hostile model reply does not block the event loop', () => {
  const replies: Record<string, ScriptedReply> = {
    'dots in pieces': { text: '.'.repeat(4_000), pieceLength: 1 },
    'dots in three pieces': { text: '.'.repeat(60_000), pieceLength: 20_000 },
    'brackets in an assumption': { text: `{"mode":"query","query":"x","assumptions":["${'['.repeat(99_000)}"]}` },
    'spaces in a query': { text: `{"mode":"query","query":"${' '.repeat(19_900)}x"}` },
    'a large object': { text: `{"a": ${'{"b":'.repeat(700_000)}`, pieceLength: 1_000_000 },
    'a large unstreamed object': { text: 'x'.repeat(3_900_000), unstreamed: true },
    'many keys': { body: `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join()}}` },
    'an event of many lines': { body: `data: {\n`.repeat(20_000), contentType: 'text/event-stream' },
    'many events': { body: `data: {}\n\n`.repeat(50_000), contentType: 'text/event-stream' },
    'a tool call in pieces': { text: '{"a":'.repeat(2_000), pieceLength: 1, asToolCall: true },
  }
  // The model server of the test runs on this thread too.
  const BOUND = 4 * HOLD_MS_MAX
  it.each(Object.entries(replies))(
    '%s',
    async (_, reply) => {
      const work = async (): Promise<void> => {
        for (const ask of [() => composeWith([reply]), () => draftWith([reply, reply])]) {
          // An unusable reply is a Problem, and no other exception.
          const [made] = await Promise.allSettled([ask()])
          if (made.status === 'rejected') expect(made.reason).toBeInstanceOf(Problem)
        }
      }
      expect(await longestHoldMs(work, 1, BOUND)).toBeLessThan(BOUND)
    },
    300_000,
  )
})

describe('Answer does not exceed its length limit', () => {
  it.each([
    ['one sentence', 'Acme leads and '.repeat(4_000)],
    ['one word', 'x'.repeat(50_000)],
    ['many sentences', 'Acme leads. '.repeat(4_000)],
    ['many lines', 'Acme\n'.repeat(9_000)],
    ['a sentence after others', `Acme leads. ${'and '.repeat(12_000)}.`],
    ['blank lines', `Acme leads.${'\n'.repeat(50_000)}Globex follows.`],
    ['sentences that no row backs', 'Acme made 999. '.repeat(3_000)],
  ])('with %s', async (_, text) => {
    for (const pieceLength of [7, 100_000]) {
      const { message, emitted } = await composeWith([{ text, pieceLength }])
      expect(emitted.join('')).toBe(message)
      expect(message.length).toBeLessThanOrEqual(LENGTH_MAX)
      expect(message).toMatch(/Acme/)
    }
  })

  it('with a long template', async () => {
    const rows = Array.from({ length: 200 }, (_, at) =>
      Object.fromEntries(Array.from({ length: 4 }, (_, column) => [`c${column}`, `${'['.repeat(100)}${at}`])),
    )
    const { message } = await composeWith([{ text: 'They lead. '.repeat(600), end: 'cut' }], {
      result: resultOf(rows),
    })
    expect(message.length).toBeLessThanOrEqual(LENGTH_MAX)
  })
})
