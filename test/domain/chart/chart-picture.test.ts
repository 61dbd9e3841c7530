import { chartPicture, chartTypes, storedChart } from '../../../src/charts/rules/chart-picture.ts'
import { EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'

describe('chartTypes', () => {
  it('lists the own type first and each type once', () => {
    expect(chartTypes({ ...exampleChart('line', []), alternatives: ['bar', 'line'] })).toEqual(['line', 'bar'])
  })
})

describe('chartPicture', () => {
  it('contains the texts and numbers of a chart, each text on one line', () => {
    const chart = exampleChart('bar', [{ label: `a\n\u202eb${'c'.repeat(99)}`, value: 1 }], 'T\u0000itle')
    expect(chartPicture(chart, 'bar')).toMatchObject({
      title: 'T itle',
      values: [{ label: `a b${'c'.repeat(56)}…`, value: 1 }],
      titles: { x: 'revenue (EUR)', y: 'city' },
      isUpright: false,
    })
  })

  it('gives distinct labels to names that are equal after truncation', () => {
    const truncated = exampleChart(
      'bar',
      [1, 2].map((value) => ({ label: `${'x'.repeat(80)}${value}`, value })),
    )
    const labels = chartPicture(truncated, 'bar')?.values.map(({ label }) => label)
    expect(new Set(labels).size).toBe(2)
  })

  it.each<[string, unknown]>([
    ['no values', []],
    ['invalid values', [1]],
    ['a number that JSON cannot represent', [{ label: 'x', value: Number.NaN }]],
    ['a series that is not a text', [{ label: 'x', value: 1, series: {} }]],
  ])('is undefined for %s', (_, values) => {
    const chart = exampleChart('bar', EXAMPLE_VALUES.bar)
    const stored = storedChart({ ...chart, spec: { ...chart.spec, data: { values } } })
    expect(stored && chartPicture(stored, 'bar')).toBeUndefined()
  })
})
