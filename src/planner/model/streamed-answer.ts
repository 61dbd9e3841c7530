import { plainText } from './plain-text.ts'
import { Sentences } from './sentences.ts'

/** What a reader is told when the template had to stand in. */
export const UNFINISHED = '(Worded without the language model, which gave no complete answer.)'
const SHORTENED = '(Shortened.)'
const LENGTH_MAX = 6_000

export interface AnswerParts {
  readonly isBacked: (sentence: string) => boolean
  /** Words the rows without a model. */
  readonly template: string
  readonly emit: (chunk: string) => Promise<void>
}

/**
 * The answer's text while it streams. A sentence is emitted when it is complete, holds nothing to follow or load, and
 * its numbers are backed; the template takes the place of the first that is not. All emitted chunks are the message.
 */
export class StreamedAnswer {
  readonly #parts: AnswerParts
  readonly #sentences = new Sentences()
  #message = ''
  #gap = ''
  #templated = false
  #isData = false

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  get message(): string {
    return this.#message
  }

  /** Takes text of the model; false when no more of it is wanted. */
  async take(piece: string): Promise<boolean> {
    for (const sentence of this.#sentences.push(piece)) await this.#judge(sentence)
    return !this.#isData && this.#message.length < LENGTH_MAX
  }

  /** The model has ended: by itself, at a length limit, or not at all. */
  async end(finish: 'stop' | 'length' | 'cut'): Promise<void> {
    const rest = this.#sentences.rest()
    if (finish === 'stop') await this.#judge(rest)
    if (finish === 'cut' || this.#message === '') return this.giveUp()
    if (finish === 'length') await this.#say(SHORTENED, ' ')
  }

  /** The rest will not come: the template says what the rows say. */
  async giveUp(): Promise<void> {
    await this.#standIn('\n\n')
    await this.#say(UNFINISHED, ' ')
  }

  async #judge(sentence: string): Promise<void> {
    const text = plainText(sentence)
    const body = text.trim()
    if (body === '') {
      this.#gap += text
      return
    }
    // Some models answer every request in JSON, or repeat the query.
    this.#isData ||= this.#message === '' && /^(?:\{|```)/.test(body)
    if (this.#isData) return
    const start = text.indexOf(body)
    const gap = this.#gap + text.slice(0, start)
    this.#gap = text.slice(start + body.length)
    if (this.#parts.isBacked(body)) await this.#say(body, gap)
    else await this.#standIn(gap)
  }

  async #standIn(gap: string): Promise<void> {
    if (this.#templated) return
    this.#templated = true
    await this.#say(plainText(this.#parts.template).trim(), gap)
  }

  async #say(text: string, gap: string): Promise<void> {
    if (text === '') return
    const chunk = this.#message === '' ? text : gap + text
    await this.#parts.emit(chunk)
    this.#message += chunk
  }
}
