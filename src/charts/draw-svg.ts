import { drawPlot, svgStart } from './draw-plot.ts'
import { type Drawing, largestOf, numberWidth } from './picture-parts.ts'
import type { ChartPicture } from './rules/chart-picture.ts'

const HEIGHT = 160

/**
 * Renders a chart; measures of several units get one panel each, stacked, each with its own axis.
 *
 * @returns an SVG document of shapes and text, with its description in words
 * @throws Vega's error if it cannot draw the picture
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
    const position = { isFirst: panels.length === 0, isLast: panels.length === all.size - 1 }
    panels.push(
      await drawPlot({
        ...drawing,
        picture: panelOf(picture, name, values, position),
        panel: { height: HEIGHT, extent },
      }),
    )
  }
  return stackPanels(panels, drawing)
}

interface PanelPosition {
  readonly isFirst: boolean
  readonly isLast: boolean
}

const panelOf = (
  { title, titles, isUpright }: ChartPicture,
  name: string,
  values: ChartPicture['values'],
  { isFirst, isLast }: PanelPosition,
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

/** Stacks drawings of equal width into one. */
const stackPanels = (panels: readonly string[], { width, picture }: Drawing): string => {
  const heights = panels.map((panel) => Number(HEIGHT_OF.exec(panel)?.[1] ?? 0))
  const height = heights.reduce((sum, one) => sum + one, 0)
  const placed = panels.map((panel, at) => {
    const top = heights.slice(0, at).reduce((sum, one) => sum + one, 0)
    return `<g transform="translate(0,${top})">${IN_SVG.exec(panel)?.[1] ?? ''}</g>`
  })
  const size = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `${svgStart(picture, size)}${placed.join('')}</svg>`
}
