import { drawPlot, svgStart } from './draw-plot.ts'
import { type Drawing, largestOf, numberWidth } from './picture-parts.ts'
import type { ChartPicture } from './rules/chart-picture.ts'

const HEIGHT = 160

/**
 * Draws a chart; lengths of several units have a panel each, below each other, with an axis of its own.
 *
 * @returns an SVG document of shapes and text alone, which says in words what it shows
 * @throws what Vega makes of a picture that it cannot draw
 */
export const drawSvg = async (drawing: Drawing): Promise<string> =>
  drawing.picture.type === 'panels' ? await drawPanels(drawing) : await drawPlot(drawing)

const drawPanels = async (drawing: Drawing): Promise<string> => {
  const { picture, locale } = drawing
  const all = Map.groupBy(picture.values, ({ series }) => series ?? '')
  const extent = Math.max(
    ...[...all.values()].map((values) => numberWidth({ locale, largest: largestOf(values.map(({ value }) => value)) })),
  )
  const panels: string[] = []
  for (const [name, values] of all) {
    const place = { isFirst: panels.length === 0, isLast: panels.length === all.size - 1 }
    panels.push(
      await drawPlot({ ...drawing, picture: panelOf(picture, name, values, place), panel: { height: HEIGHT, extent } }),
    )
  }
  return below(panels, drawing)
}

interface Place {
  readonly isFirst: boolean
  readonly isLast: boolean
}

const panelOf = (
  { title, titles, isUpright }: ChartPicture,
  name: string,
  values: ChartPicture['values'],
  { isFirst, isLast }: Place,
): ChartPicture => ({
  type: isUpright ? 'line' : 'bar',
  title: isFirst ? title : '',
  alt: name,
  values: values.map(({ label, value }) => ({ label, value })),
  titles: {
    series: '',
    text: '',
    ...(isUpright ? { x: isLast ? titles.x : '', y: name } : { x: name, y: '' }),
  },
  isUpright,
})

const HEIGHT_OF = /^<svg[^>]* height="([\d.]+)"/
const IN_SVG = /^<svg[^>]*><title>[^<]*<\/title>(.*)<\/svg>$/s

/** Drawings of one width as one. */
const below = (panels: readonly string[], { width, picture }: Drawing): string => {
  const heights = panels.map((panel) => Number(HEIGHT_OF.exec(panel)?.[1] ?? 0))
  const height = heights.reduce((sum, one) => sum + one, 0)
  const placed = panels.map((panel, at) => {
    const top = heights.slice(0, at).reduce((sum, one) => sum + one, 0)
    return `<g transform="translate(0,${top})">${IN_SVG.exec(panel)?.[1] ?? ''}</g>`
  })
  const size = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `${svgStart(picture, size)}${placed.join('')}</svg>`
}
