import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { numberCheck } from '../../../src/planner/model/backed-numbers.ts'

const cell = z.union([z.string(), z.number(), z.null()])
const results = z.record(
  z.string(),
  z.object({
    question: z.string(),
    query: z.string(),
    rows: z.array(z.record(z.string(), cell)),
    true: z.array(z.string()),
    false: z.array(z.string()),
  }),
)
const JUDGED = results.parse(JSON.parse(readFileSync(new URL('judged-sentences.json', import.meta.url), 'utf8')))

interface Tally {
  readonly wrong: readonly string[]
  readonly all: number
}

const judge = (truth: 'true' | 'false'): Tally => {
  const verdicts = Object.entries(JUDGED).flatMap(([name, { question, query, rows, [truth]: sentences }]) => {
    const isBacked = numberCheck({
      texts: [question, query, ...Object.keys(rows[0] ?? {})],
      rows,
      rowCount: rows.length,
      askedOn: '2026-11-26',
    })
    return sentences.map((sentence) => ({
      sentence: `${name}: ${sentence}`,
      isRight: isBacked(sentence) === (truth === 'true'),
    }))
  })
  return { wrong: verdicts.filter(({ isRight }) => !isRight).map(({ sentence }) => sentence), all: verdicts.length }
}

describe('numberCheck on more than 300 judged sentences about 17 results', () => {
  it.each(['true', 'false'] as const)('is wrong about at most 2 %% of the %s sentences', (truth) => {
    const { wrong, all } = judge(truth)
    expect(all).toBeGreaterThan(150)
    if (wrong.length > 0.02 * all) expect(wrong).toEqual([])
  })
})

it('numberCheck reads each cell of a result once for any number of sentences', () => {
  let cells = 0
  const rows = Array.from({ length: 200 }, (_, row) => {
    const columns = Array.from({ length: 20 }, (_, at) => [`measure_${at}`, row * at] as const)
    const read = (value: number) => {
      cells += 1
      return value
    }
    return Object.defineProperties(
      {},
      Object.fromEntries(columns.map(([name, value]) => [name, { enumerable: true, get: () => read(value) }])),
    )
  })
  const isBacked = numberCheck({ texts: ['Which?'], rows, rowCount: 200, askedOn: '2026-11-26' })
  for (let at = 0; at < 30; at += 1)
    isBacked(`Of all rows, ${at}.5 % are ${at * 1_000_003}, half of them twice as many.`)
  expect(cells).toBe(200 * 20)
})
