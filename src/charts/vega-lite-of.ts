import type { TopLevelSpec } from 'vega-lite'
import { figure } from './figure.ts'
import { horizontalBars } from './horizontal-bars.ts'
import { FONT_FAMILY, SEMI_BOLD } from './inter.ts'
import { type ChartBody, type Drawing, FONT_SIZE, PADDING } from './picture-parts.ts'
import { scatterPlot } from './scatter-plot.ts'
import { verticalChart } from './vertical-chart.ts'

const TITLE_SIZE = 16
const TITLE_HEIGHT = 32
const NOTE_HEIGHT = 18

/**
 * The full Vega-Lite spec with colours, sizes and positions. Labels and titles appear only as data: never as field
 * names, expressions or URLs.
 */
export const vegaLiteOf = (drawing: Drawing): TopLevelSpec => {
  const { picture, palette, width } = drawing
  const { layer, height, note } = bodyOf(drawing)
  const limit = width - 2 * PADDING
  return {
    width,
    height: height + (picture.title === '' ? 0 : TITLE_HEIGHT) + (note === undefined ? 0 : NOTE_HEIGHT),
    autosize: { type: 'fit', contains: 'padding' },
    padding: PADDING,
    background: palette.surface,
    title: {
      text: picture.title,
      anchor: 'start',
      frame: 'bounds',
      limit,
      offset: 12,
      fontSize: TITLE_SIZE,
      fontWeight: SEMI_BOLD,
      color: palette.text,
      ...(note === undefined ? {} : { subtitle: note, subtitleColor: palette.muted, subtitlePadding: 4 }),
    },
    layer,
    config: {
      font: FONT_FAMILY,
      aria: false,
      customFormatTypes: true,
      view: { stroke: null },
      text: { fontSize: FONT_SIZE, baseline: 'middle' },
      axis: {
        labelFontSize: FONT_SIZE,
        labelColor: palette.muted,
        domainColor: palette.line,
        titleFontSize: FONT_SIZE,
        titleColor: palette.muted,
        titleFontWeight: 400,
        titlePadding: 8,
      },
      legend: {
        labelFontSize: FONT_SIZE,
        labelColor: palette.text,
        titleFontSize: FONT_SIZE,
        titleFontWeight: 400,
        titleColor: palette.muted,
        symbolSize: 90,
        symbolStrokeWidth: 2,
        columnPadding: 14,
        offset: 8,
      },
    },
  }
}

const bodyOf = (drawing: Drawing): ChartBody => {
  switch (drawing.picture.type) {
    case 'figure':
      return figure(drawing)
    case 'scatter':
      return scatterPlot(drawing)
    case 'bar':
      return drawing.picture.isUpright ? verticalChart(drawing) : horizontalBars(drawing)
    default:
      return verticalChart(drawing)
  }
}
