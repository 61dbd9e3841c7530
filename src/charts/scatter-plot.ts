import { type ChartBody, type Drawing, largestOf, numberAxis, plotHeight } from './picture-parts.ts'

/** A scatter plot of two measures. */
export const scatterPlot = (drawing: Drawing): ChartBody => {
  const { picture, palette, width, locale } = drawing
  const points = picture.values.flatMap(({ x, value }) => (x == null || value === null ? [] : [{ x, value }]))
  const leftOut = picture.values.length - points.length
  const axis = (title: string, numbers: readonly number[]) =>
    numberAxis(title, drawing, { locale, largest: largestOf(numbers), room: width })
  const scale = { zero: false, nice: true } as const
  const xs = axis(
    picture.titles.x,
    points.map(({ x }) => x),
  )
  const ys = axis(
    picture.titles.y,
    points.map(({ value }) => value),
  )
  return {
    height: plotHeight(drawing),
    ...(leftOut === 0 ? {} : { note: `${leftOut} without a value are not drawn` }),
    layer: [
      {
        data: { values: points },
        mark: { type: 'point', filled: true, size: 40, opacity: 0.7, color: palette.series[0] },
        encoding: {
          x: { field: 'x', type: 'quantitative', scale, axis: xs },
          y: { field: 'value', type: 'quantitative', scale, axis: ys },
        },
      },
    ],
  }
}
