import { drawPng } from '../../src/charts/draw-png.ts'
import { drawSvg } from '../../src/charts/draw-svg.ts'
import { CHART_TYPES } from '../../src/charts/rules/choose-chart.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from './example-charts.ts'
import { type Pixels, pngPixels } from './png-pixels.ts'

const SURFACE = '#ffffff'

const drawn = (svg: string): Pixels => pngPixels(drawPng(svg))

const inkedPixels = ({ width, height, at }: Pixels, fromX = 0, toX = width): number => {
  let count = 0
  for (let y = 0; y < height; y++) for (let x = fromX; x < toX; x++) if (at(x, y) !== SURFACE) count++
  return count
}

describe('drawPng', () => {
  it('draws two pixels per SVG pixel, and text in the shipped font for any font of the SVG', async () => {
    const svg = await drawSvg(drawingOf(exampleChart('bar', EXAMPLE_VALUES.bar)))
    const [whole, textless] = [drawn(svg), drawn(svg.replace(/<text[^>]*>[^<]*<\/text>/g, ''))]
    expect(whole.width).toBe(1_280)
    expect(inkedPixels(whole)).toBeGreaterThan(inkedPixels(textless) + 2_000)
    const otherFont = drawn(svg.replaceAll('Inter, system-ui, sans-serif', 'DejaVu Sans'))
    expect(inkedPixels(otherFont)).toBe(inkedPixels(whole))
  })

  it.each(CHART_TYPES)('draws a %s within its edges at every width', async (type) => {
    for (const width of [200, 640]) {
      const long = EXAMPLE_VALUES[type].map((value, at) => ({
        ...value,
        label: `${at} Wertpapierdepotverwaltung`,
        ...(value.series === undefined ? {} : { series: `${value.series} Wertpapierdepotverwaltung` }),
      }))
      const pixels = drawn(await drawSvg(drawingOf(exampleChart(type, long, 'Umsatz '.repeat(40)), { width })))
      expect([inkedPixels(pixels, 0, 2), inkedPixels(pixels, pixels.width - 2)]).toEqual([0, 0])
    }
  })
})
