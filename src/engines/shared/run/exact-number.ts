/** The number that a text writes, where a JSON number writes the very same value; undefined where it would be rounded. */
export const exactNumber = (text: string): number | undefined => {
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  const [written, read] = [digitsOf(text), digitsOf(String(number))]
  if (written === undefined || read === undefined || written.digits !== read.digits) return undefined
  if (written.digits === '') return 0
  return written.exponent === read.exponent ? number : undefined
}

interface Digits {
  /** The significant ones, of a zero none. */
  readonly digits: string
  /** Of the last digit, as a power of ten. */
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
