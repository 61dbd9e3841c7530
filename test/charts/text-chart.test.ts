import { chartPicture } from '../../src/charts/rules/chart-picture.ts'
import type { ChartValue } from '../../src/charts/rules/chart-values.ts'
import { CHART_TYPES, type ChartType } from '../../src/charts/rules/choose-chart.ts'
import { type TextChartOptions, textChart } from '../../src/charts/text-chart.ts'
import { textWidth } from '../../src/charts/text-width.ts'
import { EXAMPLE_VALUES, exampleChart } from './example-charts.ts'

const drawn = (
  type: ChartType,
  values: readonly ChartValue[],
  options: Partial<TextChartOptions> = {},
): string | undefined => {
  const picture = chartPicture(exampleChart(type, values), type)
  return picture && textChart(picture, { width: 40, colors: false, isAscii: false, ...options })
}

const bar = (label: string, value: number | null): ChartValue => ({ label, value })
const points = (count: number) => Array.from({ length: count }, (_, at) => bar(`2026-${at}`, at))

describe('textChart', () => {
  it('draws a bar per value, precise to an eighth of a character, with the number', () => {
    expect(
      drawn('bar', [bar('Kiel', 100), bar('Malmö', 50.5), bar('Oslo', 0.1), bar('Lund', null), bar('Bergen', 0)]),
    ).toBe(
      [
        'Revenue by city',
        'Kiel   ██████████████████████████ 100.00',
        'Malmö  █████████████▏              50.50',
        'Oslo   ▏                            0.10',
        'Lund                                   -',
        'Bergen                              0.00',
      ].join('\n'),
    )
  })

  it('draws negative values to the left of zero', () => {
    expect(
      drawn('bar', [bar('a', 10), bar('b', -10)])
        ?.split('\n')
        .slice(1),
    ).toEqual([`a ${' '.repeat(17)}${'█'.repeat(17)}  10`, `b ${'█'.repeat(17)}${' '.repeat(17)} -10`])
  })

  it('draws many points as one line of level characters with its range', () => {
    expect(drawn('line', points(80))).toBe(
      [
        'Revenue by city',
        `${'▁'.repeat(3)}${'▂'.repeat(6)}${'▃'.repeat(5)}${'▄'.repeat(6)}${'▅'.repeat(6)}${'▆'.repeat(5)}${'▇'.repeat(6)}${'█'.repeat(3)}`,
        '2026-0 – 2026-79, 0 – 79',
      ].join('\n'),
    )
    expect(drawn('lines', EXAMPLE_VALUES.lines)).toBe(
      ['Revenue by city', 'paid ▁▂▃', 'open ▅▆█', '     2026-01 – 2026-03, 1,200 – 3,600'].join('\n'),
    )
  })

  it('draws at most 20 bars and states how many are left out', () => {
    expect(drawn('bar', points(23))?.split('\n').slice(20)).toEqual([expect.stringContaining('2026-19'), '… 3 more'])
    expect(drawn('grouped_bar', points(21))).toBeUndefined()
  })

  it('draws no figure, no scatter plot, and no chart that is too wide for the terminal', () => {
    expect(drawn('figure', EXAMPLE_VALUES.figure)).toBeUndefined()
    expect(drawn('scatter', EXAMPLE_VALUES.scatter)).toBeUndefined()
    expect(drawn('bar', [bar('a long name', 1_000_000)], { width: 18 })).toBeUndefined()
  })

  it('fits the terminal width for every label', () => {
    const names = ['東京都庁', 'Wertpapierdepotverwaltung', '👩‍👩‍👧', 'e\u0301', 'x'.repeat(5_000), 'שלום']
    for (const type of CHART_TYPES)
      for (const width of [20, 33, 80, 200])
        for (const isAscii of [true, false]) {
          const values = EXAMPLE_VALUES[type].map((value, at) => ({ ...value, label: names[at] ?? '' }))
          for (const line of drawn(type, values, { width, isAscii })?.split('\n') ?? [])
            expect(textWidth(line)).toBeLessThanOrEqual(width)
        }
  })

  it('removes control characters from labels, and writes colours only if they are enabled', () => {
    const hostile = drawn('bar', [bar('a\u001b[31m\u0007\u202e\nb', 1)], { isAscii: false }) ?? ''
    expect(hostile).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(drawn('bar', [bar('a', 1)], { colors: true })).toContain('\u001b[34m')
  })

  it('writes only ASCII for an ASCII terminal', () => {
    for (const type of CHART_TYPES) {
      const values = EXAMPLE_VALUES[type].map((value) => ({ ...value, label: `Malmö ${value.label} 東` }))
      expect(drawn(type, values, { isAscii: true }) ?? '').toMatch(/^[ -~\n]*$/)
    }
    expect(drawn('bar', [bar('Malmö', 2), bar('Kiel', 1)], { isAscii: true })).toContain(
      'Malmo ################################ 2',
    )
  })

  it('draws every chart type with null, zero and extreme values', () => {
    for (const type of CHART_TYPES)
      for (const value of [null, 0, 1e-300, 1e300])
        expect(
          drawn(
            type,
            EXAMPLE_VALUES[type].map((one) => ({ ...one, value })),
          ) ?? '',
        ).not.toMatch(/NaN|undefined|Infinity/)
  })
})
