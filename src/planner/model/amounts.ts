import type { Reading } from './numerals.ts'

/** Numbers that a written one may stand for. */
export interface Amounts {
  /** Whether `reading` is how one of them may be written: a loss of 5 is -5, but -5 is never 5. */
  has(reading: Reading, negative: boolean): boolean
}

/** Sorts once, so that each look-up is a search in a sorted list, however many there are. */
export const amountsOf = (values: readonly number[]): Amounts => {
  const fine = values.filter((value) => !hasTwoDecimals(value))
  const sizes = { all: sorted(values.map(Math.abs)), fine: sorted(fine.map(Math.abs)) }
  const losses = { all: sorted(values.map((value) => -value)), fine: sorted(fine.map((value) => -value)) }
  return {
    has: ({ value, step, onlyThousandths }, negative) => {
      const lists = negative ? losses : sizes
      // Half a step to either side: databases and languages round halves differently.
      const reach = step / 2 + Math.abs(value) * 1e-9
      return holds(onlyThousandths === true ? lists.fine : lists.all, value - reach, value + reach)
    },
  }
}

const sorted = (values: readonly number[]): Float64Array => new Float64Array(values).sort()

const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** Whether a sorted list has a number from `low` to `high`. */
const holds = (list: Float64Array, low: number, high: number): boolean => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((list[middle] ?? Number.NaN) < low) from = middle + 1
    else to = middle
  }
  const found = list[from]
  return found !== undefined && found <= high
}
