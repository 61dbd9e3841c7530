/** No sentence is longer: what goes on without an end is not collected, so that nothing can grow without bound. */
export const SENTENCE_LENGTH_MAX = 4_000

/**
 * Collects streamed text and gives it back sentence by sentence (or line by line), so that each can be judged before
 * anyone sees it. Reasoning in `<think>` is left out. Every character is looked at once, however the text is cut.
 */
export class Sentences {
  #text = ''
  #overlong = false
  /** What may become a tag: its text so far, and what the sentence was before it. */
  #tag = ''
  #beforeTag: { readonly length: number; readonly ending: Ending } = { length: 0, ending: 'none' }
  #thinking = false
  #ending: Ending = 'none'
  #lead: Lead = LINE_START

  /** True when a sentence did not end in time. Nothing more is collected then. */
  get overlong(): boolean {
    return this.#overlong
  }

  /** The sentences that this piece completes. All given texts, with `rest`, are the text without reasoning. */
  *push(piece: string): Generator<string> {
    for (const character of piece) {
      if (this.#overlong) return
      if (this.#thinking) this.#think(character)
      else yield* this.#read(character)
    }
  }

  /** What came after the last complete sentence. */
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

/** How far the end of a sentence has come: its mark, what closes after it; full-width marks need no space after. */
type Ending = 'none' | 'mark' | 'closer' | 'wide'

/** Whether a text so far is a list's number ("1"), which no dot ends. */
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

/** A full-width dot before a letter of an address is part of the address. */
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
