/** Longer sentences are not collected, which bounds memory. */
export const SENTENCE_LENGTH_MAX = 4_000

/**
 * Splits streamed text into sentences (or lines), so that each can be checked before it is shown. Reasoning in
 * `<think>` is removed. Linear in the text, however it is chunked.
 */
export class Sentences {
  #text = ''
  #overlong = false
  /** A possible tag: its text so far, and the sentence before it. */
  #tag = ''
  #beforeTag: { readonly length: number; readonly ending: Ending } = { length: 0, ending: 'none' }
  #thinking = false
  #ending: Ending = 'none'
  #lead: Lead = LINE_START

  /** True if a sentence exceeded the limit. Nothing more is collected then. */
  get overlong(): boolean {
    return this.#overlong
  }

  /** The sentences that this chunk completes. All returned texts, with `rest`, are the text without reasoning. */
  *push(piece: string): Generator<string> {
    for (const character of piece) {
      if (this.#overlong) return
      if (this.#thinking) this.#think(character)
      else yield* this.#read(character)
    }
  }

  /** The text after the last complete sentence. */
  rest(): string {
    return this.#complete(ELSEWHERE)
  }

  *#read(character: string): Generator<string> {
    if (this.#text !== '' && isOver(this.#ending, character)) yield this.#complete(ELSEWHERE)
    const before = { length: this.#text.length, ending: this.#ending }
    this.#text += character
    this.#ending = this.#lead.isListNumber ? 'none' : endingAfter(this.#ending, character)
    this.#lead = leadAfter(this.#lead, character)
    if (character === '\n') yield this.#complete(LINE_START)
    if (character === '<') this.#beforeTag = before
    this.#tag = tagAfter(this.#tag, character, OPENING)
    if (this.#text.length > SENTENCE_LENGTH_MAX) this.#overlong = true
    if (!OPENING.has(this.#tag)) return
    this.#thinking = true
    this.#tag = ''
    this.#text = this.#text.slice(0, this.#beforeTag.length)
    this.#ending = this.#beforeTag.ending
  }

  #think(character: string): void {
    this.#tag = tagAfter(this.#tag, character, CLOSING)
    if (!CLOSING.has(this.#tag)) return
    this.#thinking = false
    this.#tag = ''
  }

  #complete(lead: Lead): string {
    const text = this.#text
    this.#text = ''
    this.#ending = 'none'
    this.#lead = lead
    return text
  }
}

/** Progress of a sentence end: its mark, then closing characters; full-width marks need no space after. */
type Ending = 'none' | 'mark' | 'closer' | 'wide'

/** Whether the text so far is a list number ("1"), whose dot ends no sentence. */
interface Lead {
  readonly digits: number
  readonly isOpen: boolean
  readonly isListNumber: boolean
}

const LINE_START: Lead = { digits: 0, isOpen: true, isListNumber: false }
const ELSEWHERE: Lead = { digits: 0, isOpen: false, isListNumber: false }
const LIST_DIGITS_MAX = 3

const OPENING = new Set(['<think>', '<thinking>', '<reasoning>'])
const CLOSING = new Set(['</think>', '</thinking>', '</reasoning>'])
const TAG_STARTS = new Set([...OPENING, ...CLOSING].flatMap((tag) => Array.from(tag, (_, at) => tag.slice(0, at + 1))))

const tagAfter = (tag: string, character: string, tags: ReadonlySet<string>): string => {
  if (character === '<') return '<'
  if (tag === '' || tags.has(tag)) return ''
  const longer = tag + character.toLowerCase()
  return TAG_STARTS.has(longer) ? longer : ''
}

const MARKS = new Set('.!?…')
const CLOSERS = new Set('"\'”’)]*_')
const WIDE_MARKS = new Set('。！？')

const endingAfter = (ending: Ending, character: string): Ending => {
  if (WIDE_MARKS.has(character)) return 'wide'
  if (MARKS.has(character)) return 'mark'
  return (ending === 'mark' || ending === 'closer') && CLOSERS.has(character) ? 'closer' : 'none'
}

/** A full-width dot before a letter is part of an address. */
const isOver = (ending: Ending, next: string): boolean => {
  if (ending === 'none') return false
  return SPACE.test(next) || (ending === 'wide' && !WIDE_MARKS.has(next) && !ADDRESS_LETTER.test(next))
}

const SPACE = /\s/
const ADDRESS_LETTER = /[\w/:@#?%&=.-]/

const leadAfter = (lead: Lead, character: string): Lead => {
  if (!lead.isOpen) return lead.isListNumber ? ELSEWHERE : lead
  if (character >= '0' && character <= '9') {
    const digits = lead.digits + 1
    return { digits, isOpen: digits < LIST_DIGITS_MAX, isListNumber: true }
  }
  return lead.digits === 0 && SPACE.test(character) ? lead : ELSEWHERE
}
