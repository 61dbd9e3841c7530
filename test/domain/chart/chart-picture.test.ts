import { chartPicture, chartTypes, storedChart } from '../../../src/charts/rules/chart-picture.ts'
import { EXAMPLE_VALUES, exampleChart } from '../../charts/example-charts.ts'

describe('chartTypes', () => {
  it('has its own type first, and each once', () => {
    expect(chartTypes({ ...exampleChart('line', []), alternatives: ['bar', 'line'] })).toEqual(['line', 'bar'])
  })
})

describe('chartPicture', () => {
  it('has the words and numbers of a chart, each word in one line', () => {
    const chart = exampleChart('bar', [{ label: `a\n\u202eb${'c'.repeat(99)}`, value: 1 }], 'T\u0000itle')
    expect(chartPicture(chart, 'bar')).toMatchObject({
      title: 'T itle',
      values: [{ label: `a b${'c'.repeat(56)}…`, value: 1 }],
      titles: { x: 'revenue (EUR)', y: 'city' },
      isUpright: false,
    })
  })

  it('tells values under one label apart, as cut names may be the same', () => {
    const twice = exampleChart(
      'bar',
      [1, 2].map((value) => ({ label: `${'x'.repeat(80)}${value}`, value })),
    )
    const labels = chartPicture(twice, 'bar')?.values.map(({ label }) => label)
    expect(new Set(labels).size).toBe(2)
  })

  it.each<[string, unknown]>([
    ['no values', []],
    ['values that are none', [1]],
    ['a number that JSON does not have', [{ label: 'x', value: Number.NaN }]],
    ['a series that is no text', [{ label: 'x', value: 1, series: {} }]],
  ])('is none of %s', (_, values) => {
    const chart = exampleChart('bar', EXAMPLE_VALUES.bar)
    const stored = storedChart({ ...chart, spec: { ...chart.spec, data: { values } } })
    expect(stored && chartPicture(stored, 'bar')).toBeUndefined()
  })
})
