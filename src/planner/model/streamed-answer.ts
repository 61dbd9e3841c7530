import type { SentenceCounts } from '../../ask/rules/answer.ts'
import type { Language } from '../../ask/rules/language.ts'
import { Sentences } from './sentences.ts'

/** What a reader is told when the template had to stand in. */
export const UNFINISHED = '(Worded without the language model, which gave no complete answer.)'
const NOTES = {
  en: { unfinished: UNFINISHED, shortened: '(Shortened.)' },
  de: {
    unfinished: '(Ohne das Sprachmodell formuliert, das keine vollständige Antwort gab.)',
    shortened: '(Gekürzt.)',
  },
} as const
/** An answer never gets longer, whoever words it. */
export const LENGTH_MAX = 6_000
/** So much of what a model says is judged: most of it may be of no use. */
const READ_MAX = 2 * LENGTH_MAX

/** White space between two sentences; more of it is nothing that anyone wants to see. */
const GAP_LENGTH_MAX = 20
/** What may still have to be said at the end, with what parts it. */
const CLOSING_LENGTH = NOTES.de.unfinished.length + 2 * GAP_LENGTH_MAX

export interface AnswerParts {
  readonly isBacked: (sentence: string) => boolean
  /** A sentence without what may not be shown. */
  readonly plain: (sentence: string) => string
  /** Words the rows without a model, where it ends too early. */
  readonly template: string
  /** Stands for the direct answer, where that is not backed; else the template does. */
  readonly direct?: string
  readonly language?: Language
  readonly emit: (chunk: string) => Promise<void>
}

/**
 * The answer's text while it streams. A sentence is emitted when it is complete, holds nothing to follow or load, and
 * it is backed; one that is not is left out. Where the first one is not, which is the direct answer, a sentence of ours
 * takes its place. All emitted chunks are the message, which has room for the template until that is said.
 */
export class StreamedAnswer {
  readonly #parts: AnswerParts
  readonly #template: string
  readonly #direct: string
  readonly #notes: (typeof NOTES)[Language]
  readonly #sentences = new Sentences()
  #message = ''
  #gap = ''
  #templated = false
  #isData = false
  #isFull = false
  #read = 0
  #kept = 0
  #leftOut = 0

  constructor(parts: AnswerParts) {
    this.#parts = parts
    this.#template = parts.plain(linesWithin(parts.template, LENGTH_MAX / 2)).trim()
    this.#direct = parts.plain(linesWithin(parts.direct ?? parts.template, LENGTH_MAX / 2)).trim()
    this.#notes = NOTES[parts.language ?? 'en']
  }

  get message(): string {
    return this.#message
  }

  /** How many sentences of the model were shown, and how many did not hold. */
  get sentences(): SentenceCounts {
    return { kept: this.#kept, leftOut: this.#leftOut }
  }

  /** Takes text of the model; false when no more of it is wanted. */
  async take(piece: string): Promise<boolean> {
    for (const sentence of this.#sentences.push(piece)) {
      await this.#judge(sentence)
      if (!this.#isWanted) return false
    }
    return this.#isWanted
  }

  get #isWanted(): boolean {
    return !this.#isData && !this.#isFull && !this.#sentences.overlong
  }

  /** The model has ended: by itself, at a length limit, or not at all. */
  async end(finish: 'stop' | 'length' | 'cut'): Promise<void> {
    const isShortened = finish === 'length' || !this.#isWanted
    const rest = this.#sentences.rest()
    if (finish === 'stop' && this.#isWanted) await this.#judge(rest)
    if (finish === 'cut' || this.#message === '') return this.giveUp()
    // A head line whose lines were all left out says nothing.
    if (/[:：]$/.test(this.#message)) await this.#standIn(this.#direct, ' ')
    if (isShortened || this.#isFull) await this.#say(this.#notes.shortened, ' ')
  }

  /** The rest will not come: the template says what the rows say. */
  async giveUp(): Promise<void> {
    await this.#standIn(this.#template, '\n\n')
    await this.#say(this.#notes.unfinished, ' ')
  }

  async #judge(sentence: string): Promise<void> {
    this.#read += sentence.length
    this.#isFull ||= this.#read > READ_MAX
    const text = this.#parts.plain(sentence)
    const body = text.trim()
    if (body === '') {
      this.#gap = (this.#gap + text).slice(-GAP_LENGTH_MAX)
      return
    }
    // Some models answer every request in JSON, or repeat the query.
    this.#isData ||= this.#message === '' && /^(?:\{|```)/.test(body)
    if (this.#isData) return
    const gap = (this.#gap + text.slice(0, text.length - text.trimStart().length)).slice(-GAP_LENGTH_MAX)
    this.#gap = text.slice(text.trimEnd().length).slice(0, GAP_LENGTH_MAX)
    if (!this.#parts.isBacked(body)) {
      this.#leftOut += 1
      return this.#message === '' ? this.#standIn(this.#direct, gap) : undefined
    }
    this.#kept += 1
    const ahead = CLOSING_LENGTH + (this.#templated ? 0 : this.#template.length)
    this.#isFull ||= this.#message.length + gap.length + body.length + ahead > LENGTH_MAX
    if (!this.#isFull) await this.#say(body, gap)
  }

  async #standIn(text: string, gap: string): Promise<void> {
    if (this.#templated) return
    this.#templated = true
    await this.#say(text, gap)
  }

  async #say(text: string, gap: string): Promise<void> {
    if (text === '') return
    const chunk = this.#message === '' ? text : gap + text
    await this.#parts.emit(chunk)
    this.#message += chunk
  }
}

/** As many whole lines as are no longer: half a line could hold half a number. */
const linesWithin = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : text.slice(0, Math.max(0, text.lastIndexOf('\n', lengthMax)))
