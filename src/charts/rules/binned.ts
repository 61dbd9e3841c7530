const BINS_MAX = 12

/** How many of the values lie in each of at most twelve stretches of one round width; their lower ends belong to them. */
export const binned = (values: readonly number[]): readonly { readonly label: string; readonly value: number }[] => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return []
  if (low === high) return [{ label: String(low), value: values.length }]
  const width = roundWidth((high - low) / (BINS_MAX - 1))
  const placeOf = (value: number) => Math.floor(round(value / width))
  const from = placeOf(low)
  return Array.from({ length: placeOf(high) - from + 1 }, (_, at) => {
    const [start, end] = [round((from + at) * width), round((from + at + 1) * width)]
    return { label: `${start} – ${end}`, value: values.filter((value) => placeOf(value) === from + at).length }
  })
}

/** The next of 1, 2, 2.5 and 5 times a power of ten. */
const roundWidth = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= least) ?? 10) * power
}

const DIGITS = 12

/** Without the last digits, in which sums of binary fractions differ. */
export const round = (value: number): number => Number(value.toPrecision(DIGITS))
