import { brandSeries } from '../../manage/branding/rules/brand-colour.ts'

export const CHART_THEMES = ['light', 'dark', 'brand'] as const
type ChartTheme = (typeof CHART_THEMES)[number]

/** The colours of a chart. */
export interface ChartPalette {
  readonly surface: string
  readonly text: string
  /** Secondary text. */
  readonly muted: string
  /** Grid and axes. */
  readonly line: string
  /** Series colours, in order. */
  readonly series: readonly [string, ...string[]]
}

const LIGHT: ChartPalette = {
  surface: '#ffffff',
  text: '#171a21',
  muted: '#4d5563',
  line: '#d5d9e0',
  series: ['#2553c9', '#c77700', '#9f0052', '#259c8a', '#8a7de7', '#4b3c00'],
}
const DARK: ChartPalette = {
  surface: '#1a1e26',
  text: '#e9ecf2',
  muted: '#b3bac7',
  line: '#323845',
  series: ['#8fb0ff', '#ffda67', '#c93b74', '#51f5db', '#6e64ca', '#877019'],
}

/** @param primary the organization's brand colour, the first series colour of `brand` */
export const chartPalette = (theme: ChartTheme, primary: string): ChartPalette => {
  if (theme === 'dark') return DARK
  if (theme === 'light') return LIGHT
  return { ...LIGHT, series: brandSeries(primary, { background: LIGHT.surface, series: LIGHT.series }) }
}
