import type { SentenceCounts } from '../../ask/rules/answer.ts'
import type { Language } from '../../ask/rules/language.ts'
import { sliceTimer } from '../../platform/values/sliced.ts'
import { Sentences } from './sentences.ts'

/** Shown if the template had to complete the answer. */
export const UNFINISHED = '(Worded without the language model, which gave no complete answer.)'
const NOTES = {
  en: { unfinished: UNFINISHED, shortened: '(Shortened.)' },
  de: {
    unfinished: '(Ohne das Sprachmodell formuliert, das keine vollständige Antwort gab.)',
    shortened: '(Gekürzt.)',
  },
} as const
/** Maximum length of an answer, from a model or a template. */
export const LENGTH_MAX = 6_000
/** Maximum of model text that is checked: most of it may be removed. */
const READ_MAX = 2 * LENGTH_MAX

/** Maximum of white space between two sentences. */
const GAP_LENGTH_MAX = 20
/** Reserved for a closing note, with its separators. */
const CLOSING_LENGTH = NOTES.de.unfinished.length + 2 * GAP_LENGTH_MAX

interface AnswerParts {
  readonly isBacked: (sentence: string) => boolean
  /** Removes what may not be shown from a sentence. */
  readonly plain: (sentence: string) => string
  /** Words the rows without a model, if the model ends too early. */
  readonly template: string
  /** Replaces an unbacked direct answer; by default the template does. */
  readonly direct?: string
  readonly language?: Language
  readonly emit: (chunk: string) => Promise<void>
}

/**
 * The text of an answer while it streams. A sentence is emitted if it is complete, contains nothing to follow or load,
 * and is backed by the rows; otherwise it is removed. If the first sentence, the direct answer, is not backed, a
 * generated one replaces it. The message is the concatenation of all emitted chunks, and keeps room for the template
 * until that is emitted.
 */
export class StreamedAnswer {
  readonly #parts: AnswerParts
  readonly #template: string
  readonly #direct: string
  readonly #notes: (typeof NOTES)[Language]
  readonly #sentences = new Sentences()
  /** A piece may contain thousands of sentences. */
  readonly #breathe = sliceTimer()
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

  /** How many sentences of the model were shown, and how many were removed. */
  get sentences(): SentenceCounts {
    return { kept: this.#kept, leftOut: this.#leftOut }
  }

  /** Adds text of the model; false if no more is needed. */
  async push(piece: string): Promise<boolean> {
    for (const sentence of this.#sentences.push(piece)) {
      await this.#judge(sentence)
      if (!this.#isWanted) return false
      await this.#breathe()
    }
    return this.#isWanted
  }

  get #isWanted(): boolean {
    return !this.#isData && !this.#isFull && !this.#sentences.overlong
  }

  /** The model has ended: by itself, at a length limit, or because the stream broke off. */
  async end(finish: 'stop' | 'length' | 'cut'): Promise<void> {
    const isShortened = finish === 'length' || !this.#isWanted
    const rest = this.#sentences.rest()
    if (finish === 'stop' && this.#isWanted) await this.#judge(rest)
    if (finish === 'cut' || this.#message === '') return this.endWithTemplate()
    // A heading whose lines were all removed says nothing.
    if (/[:：]$/.test(this.#message)) await this.#standIn(this.#direct, ' ')
    if (isShortened || this.#isFull) await this.#say(this.#notes.shortened, ' ')
  }

  /** The model failed: the template states the rows. */
  async endWithTemplate(): Promise<void> {
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

/** As many whole lines as fit: half a line could hold half a number. */
const linesWithin = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : text.slice(0, Math.max(0, text.lastIndexOf('\n', lengthMax)))
