import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { ResultColumn, Row } from '../../../src/ask/rules/outcome.ts'
import { type ColumnHint, chartColumns } from '../../../src/charts/rules/chart-column.ts'
import { chartValues } from '../../../src/charts/rules/chart-values.ts'
import { type ChosenChart, chooseChart } from '../../../src/charts/rules/choose-chart.ts'
import { specOfType, vegaLiteSpec } from '../../../src/charts/rules/vega-lite-spec.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { cellOf } from './cells.ts'

interface Case {
  readonly result: string
  readonly count: number
  readonly truncated: boolean
  readonly columns: readonly (ResultColumn & { readonly cells: string; readonly hint: ColumnHint })[]
  readonly chart: string
}

const table = readFileSync(join(import.meta.dirname, 'decisions.md'), 'utf8')
const lines = table.split('\n').filter((line) => line.startsWith('| '))
const cases = lines.slice(1).map((line): Case => {
  const [, result = '', rows = '', columns = '', chart = ''] = line.split('|').map((cell) => cell.trim())
  const known = columns.split(', ').map(columnOf)
  return { result, count: Number.parseInt(rows, 10), truncated: rows.endsWith('cut'), columns: known, chart }
})

function columnOf(text: string): Case['columns'][number] {
  const [, name = '', unit, kind, cells = ''] = /^(.+?)(?: \[(.+)\])?(?: \{(.+)\})?: (.+)$/.exec(text) ?? []
  const hint = { ...(kind === undefined ? {} : { kind: kind as 'money' }), ...(unit === undefined ? {} : { unit }) }
  return { name, type: typeOf(cells), cells, hint }
}

function typeOf(cells: string): ResultColumn['type'] {
  if (cells === 'mixed') return 'mixed'
  if (cells.startsWith('truths')) return 'boolean'
  return /^(?:each )?(?:numbers?|decimals|sevens|years?)\b(?! texts)/.test(cells) ? 'number' : 'text'
}

const drawnOf = ({ columns, count, truncated }: Case) => {
  const rows = Array.from(
    { length: count },
    (_, at): Row => Object.fromEntries(columns.map(({ name, cells }): [string, Json] => [name, cellOf(cells, at)])),
  )
  const hints = columns.map(({ hint }) => hint)
  return { rows, chosen: chooseChart({ columns: chartColumns({ columns, rows }, hints), rows, truncated }) }
}

const inWords = (chart: ChosenChart | undefined): string => {
  if (chart === undefined) return 'table'
  const { type, measures, along, series, top, alternatives } = chart
  const names = [along, series].flatMap((column) => column?.name ?? [])
  return [
    `${type} of ${measures.map(({ name }) => name).join(', ')}`,
    names.length === 0 ? '' : ` by ${names.join(' and ')}`,
    top === undefined ? '' : `, top ${top}`,
    alternatives.length === 0 ? '' : `; or ${alternatives.join(', ')}`,
  ].join('')
}

describe('chooseChart', () => {
  it('has a decision table of at least 120 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
    expect(new Set(cases.map(({ result, columns, count }) => JSON.stringify([result, columns, count]))).size).toBe(
      cases.length,
    )
  })

  it.each(cases)('chooses as in the decision table: $result ($count rows)', (decided) => {
    expect(inWords(drawnOf(decided).chosen)).toBe(decided.chart)
  })

  const drawn = cases.map((one) => ({ ...one, ...drawnOf(one) })).filter(({ chosen }) => chosen !== undefined)

  it.each(drawn)('has one quantitative axis, bars from zero and no URL: $result ($count rows)', ({ chosen, rows }) => {
    if (chosen === undefined) return
    const spec = vegaLiteSpec(chosen, { title: 'T', drawn: chartValues(chosen, rows) })
    for (const type of [chosen.type, ...chosen.alternatives]) {
      const { $schema: _, ...one } = specOfType({ spec, type: chosen.type }, type)
      const text = JSON.stringify(one)
      expect(text).not.toMatch(/"(?:arc|layer|url|expr|signal|params|href|transform)"|https?:/)
      const { mark, encoding } = one as {
        mark: { type: string }
        encoding: Record<string, { scale?: Json; type?: string }>
      }
      const lengths = Object.values(encoding).filter((channel) => channel.type === 'quantitative')
      expect(lengths).toHaveLength(type === 'scatter' ? 2 : 1)
      if (mark.type === 'bar') expect(lengths).toMatchObject([{ scale: { zero: true } }])
    }
  })

  it.each(drawn)('draws every value of the rows: $result ($count rows)', ({ chosen, rows }) => {
    if (chosen === undefined) return
    const { values, others } = chartValues(chosen, rows)
    const numbers = chosen.measures.flatMap(({ name }) => rows.map((row) => Number(row[name] ?? 0)))
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
    const shown = values.flatMap(({ value, x }) => (x === undefined ? [value ?? 0] : [value ?? 0, x ?? 0]))
    if (chosen.type === 'histogram') expect(sum(shown)).toBe(rows.length)
    else if (others?.areAdded !== false) expect(sum(shown)).toBeCloseTo(sum(numbers), 6)
    else expect(shown).toEqual(numbers.toSorted((a, b) => b - a).slice(0, chosen.top))
  })
})
