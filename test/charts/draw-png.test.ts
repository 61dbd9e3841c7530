import { drawPng } from '../../src/charts/draw-png.ts'
import { drawSvg } from '../../src/charts/draw-svg.ts'
import { CHART_TYPES } from '../../src/charts/rules/choose-chart.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from './example-charts.ts'
import { type Pixels, pngPixels } from './png-pixels.ts'

const SURFACE = '#ffffff'

const drawn = (svg: string): Pixels => pngPixels(drawPng(svg))

const inked = ({ width, height, at }: Pixels, fromX = 0, toX = width): number => {
  let count = 0
  for (let y = 0; y < height; y++) for (let x = fromX; x < toX; x++) if (at(x, y) !== SURFACE) count++
  return count
}

describe('drawPng', () => {
  it('has two pixels for each of the SVG, and the text in the font that is shipped', async () => {
    const svg = await drawSvg(drawingOf(exampleChart('bar', EXAMPLE_VALUES.bar)))
    const [whole, textless] = [drawn(svg), drawn(svg.replace(/<text[^>]*>[^<]*<\/text>/g, ''))]
    expect(whole.width).toBe(1_280)
    expect(inked(whole)).toBeGreaterThan(inked(textless) + 2_000)
    const elsewhere = drawn(svg.replaceAll('Inter, system-ui, sans-serif', 'DejaVu Sans'))
    expect(inked(elsewhere)).toBe(inked(whole))
  })

  it.each(CHART_TYPES)('leaves the edges of a %s free: nothing is cut off', async (type) => {
    for (const width of [200, 640]) {
      const long = EXAMPLE_VALUES[type].map((value, at) => ({
        ...value,
        label: `${at} Wertpapierdepotverwaltung`,
        ...(value.series === undefined ? {} : { series: `${value.series} Wertpapierdepotverwaltung` }),
      }))
      const pixels = drawn(await drawSvg(drawingOf(exampleChart(type, long, 'Umsatz '.repeat(40)), { width })))
      expect([inked(pixels, 0, 2), inked(pixels, pixels.width - 2)]).toEqual([0, 0])
    }
  })
})
