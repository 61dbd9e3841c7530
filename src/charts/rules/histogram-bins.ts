const BINS_MAX = 12

/** Histogram counts in at most twelve bins of one round width; lower bounds are inclusive. */
export const histogramBins = (
  values: readonly number[],
): readonly { readonly label: string; readonly value: number }[] => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return []
  if (low === high) return [{ label: String(low), value: values.length }]
  const width = roundWidth((high - low) / (BINS_MAX - 1))
  const binOf = (value: number) => Math.floor(roundToDigits(value / width))
  const from = binOf(low)
  return Array.from({ length: binOf(high) - from + 1 }, (_, at) => {
    const [start, end] = [roundToDigits((from + at) * width), roundToDigits((from + at + 1) * width)]
    return { label: `${start} – ${end}`, value: values.filter((value) => binOf(value) === from + at).length }
  })
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
const roundWidth = (minimum: number): number => {
  const power = 10 ** Math.floor(Math.log10(minimum))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= minimum) ?? 10) * power
}

const SIGNIFICANT_DIGITS = 12

/** Drops the last digits, which differ between sums of binary fractions. */
export const roundToDigits = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))
