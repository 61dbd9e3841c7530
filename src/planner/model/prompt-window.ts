import { BELIEVED_MS } from './model-settings.ts'

/** Of a prompt that was refused, the share that the next one may be. */
const SHORTER = 0.75

/** Of a prompt, the share above which a caller's own text may be why it was refused. */
const OWN_SHARE_MAX = 0.25

export interface PromptSize {
  /** Of all of it, about. */
  readonly tokens: number
  /** Of what its caller alone brought: the question and the conversation before it. */
  readonly ownTokens: number
}

interface Seen {
  readonly tokens: number
  readonly atMs: number
}

/**
 * What is known of the window of a model: which prompts its server refused as too long for its context. Only a refusal that
 * is the model's doing counts for the prompts of others: none of a prompt shorter than one that was accepted lately, and none
 * of a prompt that is mostly its caller's own text, whose tokens nobody can estimate. Each `BELIEVED_MS`, the window widens by
 * one step again.
 */
export class PromptWindow {
  readonly #now: () => number
  readonly #onLearnt: (tokens: number) => void
  #refused: Seen | undefined
  #accepted: Seen | undefined

  /**
   * @param now milliseconds of a clock that never goes back
   * @param onLearnt gets the tokens that a prompt may have from now on
   */
  constructor(now: () => number, onLearnt: (tokens: number) => void) {
    this.#now = now
    this.#onLearnt = onLearnt
  }

  /** Tokens, about, that a prompt may have. */
  get tokens(): number {
    if (this.#refused === undefined) return Number.POSITIVE_INFINITY
    const steps = Math.floor((this.#now() - this.#refused.atMs) / BELIEVED_MS)
    return this.#refused.tokens * SHORTER ** (1 - steps)
  }

  accept({ tokens }: PromptSize): void {
    const believed = this.#believedTokens()
    if (tokens >= believed) this.#accepted = { tokens, atMs: this.#now() }
  }

  refuse({ tokens, ownTokens }: PromptSize): void {
    if (ownTokens > tokens * OWN_SHARE_MAX) return
    if (tokens <= this.#believedTokens() || tokens > this.tokens) return
    this.#refused = { tokens, atMs: this.#now() }
    this.#onLearnt(Math.floor(this.tokens))
  }

  #believedTokens(): number {
    return this.#accepted !== undefined && this.#now() - this.#accepted.atMs < BELIEVED_MS ? this.#accepted.tokens : 0
  }
}

/** Tokens of the prompt to send after one that was too long. */
export const shorterThan = (tokens: number): number => tokens * SHORTER
