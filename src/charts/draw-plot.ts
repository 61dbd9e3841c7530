import * as vega from 'vega'
import { compile } from 'vega-lite'
import { allowedSvg, escapeXml } from './allowed-svg.ts'
import { textWidth } from './inter.ts'
import { type Drawing, LABEL_FORMAT, NUMBER_FORMAT, type NumberFormat } from './picture-parts.ts'
import type { ChartPicture } from './rules/chart-picture.ts'
import { axisNumbers, localLabel } from './rules/local-text.ts'
import { vegaLiteOf } from './vega-lite-of.ts'

vega.expressionFunction(NUMBER_FORMAT, (value: number, { locale, largest }: NumberFormat) =>
  axisNumbers(locale, largest)(value),
)
vega.expressionFunction(LABEL_FORMAT, (label: string, { locale }: { readonly locale: string }) =>
  localLabel(String(label), locale),
)

interface TextItem {
  readonly fontSize?: number
  readonly fontWeight?: number | string
  readonly limit?: number
}

declare module 'vega' {
  /** The width that Vega assumes for a text (vega-scenegraph, `util/text.js`); replaced by a measurement. */
  const textMetrics: { width: (item: TextItem, text: unknown) => number }
}

const FONT_SIZE_DEFAULT = 11

vega.textMetrics.width = ({ fontSize = FONT_SIZE_DEFAULT, fontWeight, limit = 0 }, text) => {
  const width = textWidth(String(text ?? ''), fontSize, Number(fontWeight ?? 0))
  return limit > 0 ? Math.min(width, limit) : width
}

/** Charts load nothing: all data is inline. */
const refuse = (): Promise<never> => Promise.reject(new Error('a chart loads nothing'))
const NO_LOADER = { load: refuse, sanitize: refuse, http: refuse, file: refuse }

/**
 * Renders a chart with a single plot.
 *
 * @returns as `drawSvg`
 * @throws Vega's error if it cannot draw the picture
 */
export const drawPlot = async (drawing: Drawing): Promise<string> => {
  const { spec } = compile(vegaLiteOf(drawing), { logger: vega.logger(vega.None) })
  const view = new vega.View(vega.parse(spec), { renderer: 'none', loader: NO_LOADER, logLevel: vega.None })
  try {
    const svg = allowedSvg(await view.toSVG())
    return svg.replace(/^<svg ([^>]*)>/, (_, size: string) => svgStart(drawing.picture, size))
  } finally {
    view.finalize()
  }
}

/** The opening tag with an accessible label. */
export const svgStart = ({ title, alt }: Pick<ChartPicture, 'title' | 'alt'>, size: string): string =>
  `<svg role="img" aria-label="${escapeXml(alt === '' ? title : alt)}" ${size}><title>${escapeXml(title)}</title>`
