/** What stands around a number says how it is meant. Only so much of it is looked at. */
const NEAR = 32

export interface Circumstances {
  readonly negative: boolean
  readonly percent: boolean
  /** True when it only orders or counts what is listed: "2." at the start of a line, "3rd", "top 3", "two largest". */
  readonly counting: boolean
}

export const circumstances = (text: string, start: number, end: number): Circumstances => {
  const before = text.slice(Math.max(0, start - NEAR), start)
  const after = text.slice(end, end + NEAR)
  return {
    negative: NEGATIVE.test(before),
    percent: PERCENT.test(after),
    counting:
      (isLineStart(before, start <= NEAR) && /^[.)]\s/.test(after)) ||
      /^(?:st|nd|rd|th)\b/.test(after) ||
      /^\s(?:[a-z]{1,20}est|most|least)\b/i.test(after) ||
      /\b(?:top|first|last|bottom|following|next)\s$/i.test(before),
  }
}

/** Whether a number is said to be rounded. */
export const isHedged = (text: string, start: number): boolean =>
  HEDGE.test(text.slice(Math.max(0, start - NEAR), start))

/** A power, a product or a share of a thousand says more than its digits. */
export const isReckoned = (text: string, start: number, end: number): boolean =>
  /[\^×·]\s?$/.test(text.slice(Math.max(0, start - 2), start)) || /^\s?[\^×·‰‱]/.test(text.slice(end, end + 2))

const NEGATIVE = /(?:^|[\s(])[-−–][€$£¥]?$/
const PERCENT = /^\s?(?:[%％﹪]|per\s?cent|prozent|pour cent|por ciento)/i
const HEDGE =
  /(?:about|around|roughly|approximately|nearly|almost|over|more than|under|less than|some|ca\.?|circa|rund|environ|[~≈])\s?[€$£¥]?$/i

const isLineStart = (before: string, isWhole: boolean): boolean => {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.trim() === '' && (isWhole || line.length < before.length)
}
