import type { ChartPicture } from './rules/chart-picture.ts'
import type { ChartPalette } from './rules/chart-theme.ts'

/** The drawn series of a chart, each with its own colour, dash pattern and point shape. */
export interface SeriesColours {
  readonly names: string[]
  readonly colours: string[]
  /** Series must be distinguishable without colour: later lines are dashed and later points have other shapes. */
  readonly dashes: number[][]
  readonly shapes: string[]
  /** Number of series that are not drawn, for lack of colours. */
  readonly leftOut: number
}

const DASHES = [
  [1, 0],
  [6, 3],
  [2, 2],
  [9, 3, 2, 3],
  [4, 4],
  [1, 3],
]
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down']

export const seriesColours = ({ values }: ChartPicture, { series }: ChartPalette): SeriesColours => {
  const all = [...new Set(values.flatMap((value) => value.series ?? []))]
  const names = all.slice(0, series.length)
  return {
    names,
    colours: series.slice(0, names.length),
    dashes: DASHES.slice(0, names.length),
    shapes: SHAPES.slice(0, names.length),
    leftOut: all.length - names.length,
  }
}
