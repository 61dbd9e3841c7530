/** The number in a text if a JSON number represents it exactly; undefined if it would be rounded. */
export const exactNumber = (text: string): number | undefined => {
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  const [exact, rounded] = [digitsOf(text), digitsOf(String(number))]
  if (exact === undefined || rounded === undefined || exact.digits !== rounded.digits) return undefined
  if (exact.digits === '') return 0
  return exact.exponent === rounded.exponent ? number : undefined
}

interface Digits {
  /** Significant digits; empty for zero. */
  readonly digits: string
  /** Power of ten of the last digit. */
  readonly exponent: number
}

const digitsOf = (text: string): Digits | undefined => {
  const [, whole = '', fraction = '', power = '0'] = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const all = whole + fraction
  if (all === '') return undefined
  let end = all.length
  while (end > 0 && all[end - 1] === '0') end--
  let start = 0
  while (start < end && all[start] === '0') start++
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + (all.length - end) }
}
