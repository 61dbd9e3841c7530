/** Characters around a number that determine its meaning. */
const NEAR = 32

/** Evaluated lazily, because few numbers of a result need it. */
export class NumberContext {
  readonly #text: string
  readonly start: number
  readonly end: number

  constructor(text: string, start: number, end: number) {
    this.#text = text
    this.start = start
    this.end = end
  }

  get negative(): boolean {
    return NEGATIVE.test(this.#before)
  }

  get percent(): boolean {
    return PERCENT.test(this.#after)
  }

  /** True if it only numbers or counts list items: "2." at the start of a line, "3rd", "top 3", "two largest". */
  get counting(): boolean {
    return isCounting(this.#before, this.#after, this.start <= NEAR)
  }

  get #before(): string {
    return this.#text.slice(Math.max(0, this.start - NEAR), this.start)
  }

  get #after(): string {
    return this.#text.slice(this.end, this.end + NEAR)
  }
}

const isCounting = (before: string, after: string, isWhole: boolean): boolean =>
  (isLineStart(before, isWhole) && /^[.)]\s/.test(after)) ||
  /^(?:st|nd|rd|th)\b/.test(after) ||
  /^\s(?:[a-z]{1,20}est|most|least)\b/i.test(after) ||
  /\b(?:top|first|last|bottom|following|next)\s$/i.test(before)

/** Whether a number is marked as rounded. */
export const isHedged = (text: string, start: number): boolean =>
  HEDGE.test(text.slice(Math.max(0, start - NEAR), start))

/** Whether a power, a product or a thousandth changes the value of its digits. */
export const isScaled = (text: string, start: number, end: number): boolean =>
  /[\^×·]\s?$/.test(text.slice(Math.max(0, start - 2), start)) || /^\s?[\^×·‰‱]/.test(text.slice(end, end + 2))

const NEGATIVE = /(?:^|[\s(])[-−–][€$£¥]?$/
const PERCENT = /^\s?(?:[%％﹪]|per\s?cent|prozent|pour cent|por ciento)/i
const HEDGE =
  /(?:about|around|roughly|approximately|nearly|almost|over|more than|under|less than|some|ca\.?|circa|rund|environ|[~≈])\s?[€$£¥]?$/i

const isLineStart = (before: string, isWhole: boolean): boolean => {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.trim() === '' && (isWhole || line.length < before.length)
}
