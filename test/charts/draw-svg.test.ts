import { compile } from 'vega-lite'
import { drawSvg } from '../../src/charts/draw-svg.ts'
import { textWidth } from '../../src/charts/inter.ts'
import { CHART_TYPES } from '../../src/charts/rules/choose-chart.ts'
import { vegaLiteOf } from '../../src/charts/vega-lite-of.ts'
import type { Json } from '../../src/platform/values/json.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from './example-charts.ts'
import { elementsOf, svgDocument, textsOf } from './svg-document.ts'

const HOSTILE: readonly (readonly [string, string])[] = [
  ['markup', '</text><script>alert(1)</script><image href="http://evil/x.png"/>'],
  ['an attribute', '" onload="alert(1)'],
  ['an expression', "'+this.constructor.constructor('globalThis.hacked=1')()+'"],
  ['a signal', '{"signal": "hacked"}'],
  ['a field path', 'a.b[0]\\.c'],
  ['an entity', '&xxe; <!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]> <![CDATA['],
  ['control characters', 'a\u0000b\u0008c\u001b[31md\u0085e\ufffef'],
  ['half of a character', `${'x'.repeat(20)}\ud83d`],
  ['emoji', '👩‍👩‍👧'.repeat(40)],
  ['right-to-left text', '\u202eevil\u202c שלום عربي'],
  ['a cell of 5 kB', 'x'.repeat(5_000)],
  ['a line break', 'one\ntwo\u2028three'],
  ['nothing', ''],
  ['a name of an object', '__proto__'],
  ['an address', 'url(javascript:alert(1))'],
]

/** Names of the fields whose value contains a text; an element of an array has the name of the array. */
const fieldsWith = (value: Json, text: string, field = ''): readonly string[] => {
  if (typeof value === 'string') return value.includes(text) ? [field] : []
  if (Array.isArray(value)) return value.flatMap((one) => fieldsWith(one, text, field))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => fieldsWith(one, text, name))
}

const ALLOWED = ['svg', 'title', 'g', 'path', 'rect', 'line', 'text']

describe('drawSvg', () => {
  it.each(CHART_TYPES)('draws a %s with an accessible name, a title and axis titles', async (type) => {
    const svg = await drawSvg(drawingOf(exampleChart(type, EXAMPLE_VALUES[type])))
    const root = svgDocument(svg)
    expect(root.attributes).toMatchObject({ role: 'img', 'aria-label': 'Revenue by city: Kiel 12', width: '640' })
    expect(root.children[0]).toMatchObject({ name: 'title', text: 'Revenue by city' })
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['Revenue by city', 'revenue (EUR)']))
  })

  it.each(HOSTILE)('shows %s as text in titles, labels and series names of every type', async (_, hostile) => {
    for (const type of CHART_TYPES) {
      const values = EXAMPLE_VALUES[type].map((value, at) => ({
        ...value,
        label: `${at}${hostile}`,
        ...(value.series === undefined ? {} : { series: `${value.series}${hostile}` }),
      }))
      const chart = exampleChart(type, values, hostile)
      const titled = Object.entries(chart.spec.encoding ?? {}).map(([name, channel]): [string, Json] => [
        name,
        { ...channel, title: hostile },
      ])
      const hostileChart = { ...chart, spec: { ...chart.spec, encoding: Object.fromEntries(titled) } }
      const elements = elementsOf(svgDocument(await drawSvg(drawingOf(hostileChart, { width: 200 }))))
      expect(elements.map(({ name }) => name).filter((name) => !ALLOWED.includes(name))).toEqual([])
      const names = new Set(elements.flatMap(({ attributes }) => Object.keys(attributes)))
      expect([...names].filter((name) => /^on|href|style|class|src/.test(name))).toEqual([])
    }
    expect(globalThis).not.toHaveProperty('hacked')
  })

  it.each(CHART_TYPES)('passes the texts of a %s to Vega as values and never in an expression', (type) => {
    const mark = 'HOSTILE'
    const named = (value: (typeof EXAMPLE_VALUES)[typeof type][number], at: number) => ({
      ...value,
      label: `${mark}${at}`,
      ...(value.series === undefined ? {} : { series: `${mark}${value.series}` }),
    })
    const drawing = drawingOf(exampleChart(type, EXAMPLE_VALUES[type].map(named), mark))
    const titles = { x: mark, y: mark, series: mark, text: mark }
    const { spec } = compile(vegaLiteOf({ ...drawing, picture: { ...drawing.picture, titles } }))
    const fields = fieldsWith(JSON.parse(JSON.stringify(spec)), mark)
    expect(fields.length).toBeGreaterThan(0)
    expect(
      [...new Set(fields)].filter(
        (field) => !['label', 'series', 'text', 'title', 'domain', 'values', 'sort'].includes(field),
      ),
    ).toEqual([])
  })

  it.each(CHART_TYPES)('fits every text of a %s into the width, also long words', async (type) => {
    for (const width of [200, 2_000]) {
      const values = EXAMPLE_VALUES[type].map((value, at) => ({
        ...value,
        label: `${at} Wertpapierdepotverwaltungsgesellschaft`.repeat(2),
        ...(value.series === undefined ? {} : { series: `${value.series}verwaltungsgesellschaft`.repeat(2) }),
      }))
      const svg = await drawSvg(drawingOf(exampleChart(type, values, 'Umsatz der Gesellschaft '.repeat(20)), { width }))
      const root = svgDocument(svg)
      expect(Number(root.attributes.width)).toBeLessThanOrEqual(width)
      for (const { text, attributes } of elementsOf(root).filter(({ name }) => name === 'text')) {
        const size = Number.parseFloat(attributes['font-size'] ?? '')
        expect(textWidth(text, size, Number(attributes['font-weight'] ?? 400))).toBeLessThan(width)
      }
    }
  })

  it('formats numbers and dates by locale without shifting a day', async () => {
    const days = ['2026-03-01', '2026-03-02'].map((label) => ({ label, value: 1_234_567 }))
    expect(textsOf(await drawSvg(drawingOf(exampleChart('line', days), { locale: 'de' })))).toEqual(
      expect.arrayContaining(['01.03.2026', '02.03.2026', '1,2\u00a0Mio.']),
    )
    expect(textsOf(await drawSvg(drawingOf(exampleChart('bar', EXAMPLE_VALUES.bar), { locale: 'de' })))).toEqual(
      expect.arrayContaining(['1.200,50', '-300,00', '–']),
    )
    expect(textsOf(await drawSvg(drawingOf(exampleChart('figure', EXAMPLE_VALUES.figure))))).toContain('1,234,567.50')
  })

  it('labels lines at their ends, and draws a legend where the labels would overlap', async () => {
    const apart = await drawSvg(drawingOf(exampleChart('lines', EXAMPLE_VALUES.lines)))
    expect(textsOf(apart).filter((text) => text === 'paid' || text === 'state')).toEqual(['paid'])
    const together = EXAMPLE_VALUES.lines.map((value) => ({ ...value, value: 100 }))
    const covered = await drawSvg(drawingOf(exampleChart('lines', together)))
    expect(textsOf(covered).filter((text) => text === 'paid' || text === 'state')).toEqual(['paid', 'state'])
  })

  it('draws each series after the first with its own dash pattern', async () => {
    const elements = elementsOf(svgDocument(await drawSvg(drawingOf(exampleChart('lines', EXAMPLE_VALUES.lines)))))
    const dashes = elements.flatMap(({ attributes }) => attributes['stroke-dasharray'] ?? [])
    expect(new Set(dashes).size).toBe(2)
  })

  it('states how many of 40 series and 100 bars are not drawn', async () => {
    const series = Array.from({ length: 40 }, (_, at) => ({ label: '2026-01', value: at, series: `s${at}` }))
    expect(textsOf(await drawSvg(drawingOf(exampleChart('grouped_bar', series))))).toContain(
      '34 more series are not drawn',
    )
    const bars = Array.from({ length: 100 }, (_, at) => ({ label: `b${at}`, value: at }))
    expect(textsOf(await drawSvg(drawingOf(exampleChart('bar', bars))))).toContain('40 more are not drawn')
  })

  it('draws every chart type with null, zero and extreme values', async () => {
    for (const type of CHART_TYPES)
      for (const value of [null, 0, -0, 1e-300, 1e300, -1e300])
        svgDocument(
          await drawSvg(
            drawingOf(
              exampleChart(
                type,
                EXAMPLE_VALUES[type].map((one) => ({ ...one, x: value, value })),
              ),
            ),
          ),
        )
  })
})
