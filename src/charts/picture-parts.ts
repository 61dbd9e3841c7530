import type { TopLevelSpec } from 'vega-lite'
import { textWidth } from './inter.ts'
import type { ChartPicture } from './rules/chart-picture.ts'
import type { ChartPalette } from './rules/chart-theme.ts'
import { axisNumbers } from './rules/local-text.ts'

/** Everything that determines what a chart looks like. */
export interface Drawing {
  readonly picture: ChartPicture
  readonly palette: ChartPalette
  /** In CSS pixels. */
  readonly width: number
  /** A canonical BCP 47 tag. */
  readonly locale: string
  /** In a chart with panels: the height of this plot and the widest axis number of all panels, in px. */
  readonly panel?: { readonly height: number; readonly extent: number }
}

type Layered = Extract<TopLevelSpec, { readonly layer: unknown }>
export type Layer = Layered['layer'][number]

/** What a chart type adds to the common parts. */
export interface ChartBody {
  readonly layer: Layer[]
  readonly height: number
  /** Which values are not drawn, in words. */
  readonly note?: string
}

export const FONT_SIZE = 12
export const PADDING = 12
/** Height of one legend row, in px. */
export const LEGEND_ROW = 20
const HEIGHT_MIN = 240
const HEIGHT_MAX = 480

export const plotHeight = ({ width, panel }: Pick<Drawing, 'width' | 'panel'>): number =>
  panel?.height ?? Math.round(Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, width * 0.56)))

/** Names of the formats that `draw-plot.ts` registers. */
export const NUMBER_FORMAT = 'localNumber'
export const LABEL_FORMAT = 'localLabel'

export interface NumberFormat {
  readonly locale: string
  /** The largest number of the axis. */
  readonly largest: number
}

export const largestOf = (numbers: readonly (number | null | undefined)[]): number =>
  numbers.reduce<number>((largest, one) => Math.max(largest, Math.abs(one ?? 0)), 0)

/** Space for one axis number with its margin, in px. */
const TICK_ROOM = 90
const TICKS_MAX = 8
const TITLE_MAX = 300

/** A numeric axis with grid lines. @param room axis length, in px */
export const numberAxis = (
  title: string,
  { palette, width }: Drawing,
  { room, ...format }: NumberFormat & { readonly room: number },
) => ({
  title: title === '' ? null : title,
  titleLimit: Math.min(TITLE_MAX, width - 2 * PADDING),
  domain: false,
  ticks: false,
  labelPadding: 6,
  tickCount: Math.max(2, Math.min(TICKS_MAX, Math.floor(room / TICK_ROOM))),
  labelOverlap: 'greedy' as const,
  labelSeparation: 8,
  grid: true,
  gridColor: palette.line,
  formatType: NUMBER_FORMAT,
  format: { ...format },
})

/** Width of the widest label of a numeric axis. */
export const numberWidth = ({ locale, largest }: NumberFormat): number => {
  const text = axisNumbers(locale, largest)
  return Math.max(textWidth(text(largest), FONT_SIZE), textWidth(text(-largest / 3), FONT_SIZE))
}
