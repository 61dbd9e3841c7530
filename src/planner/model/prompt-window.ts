import { LEARNT_TTL_MS } from './model-settings.ts'

/** Size of the next prompt after a rejected one, as a share. */
const SHORTER = 0.75

/** Above this share a caller's own text may be why a prompt was rejected. */
const OWN_SHARE_MAX = 0.25

export interface PromptSize {
  /** Estimated tokens of the whole prompt. */
  readonly tokens: number
  /** Estimated tokens from its caller alone: the question and the conversation before it. */
  readonly ownTokens: number
}

interface Seen {
  readonly tokens: number
  readonly atMs: number
}

/**
 * The learnt window of a model: which prompts its server rejected as too long for its context. A rejection counts for
 * other prompts only if the model is its cause: not if a longer prompt was accepted lately, and not if the prompt is
 * mostly its caller's own text, whose tokens cannot be estimated reliably. Each `LEARNT_TTL_MS` the window is widened by
 * one step.
 */
export class PromptWindow {
  readonly #now: () => number
  readonly #onLearnt: (tokens: number) => void
  #refused: Seen | undefined
  #accepted: Seen | undefined

  /**
   * @param now monotonic clock, in ms
   * @param onLearnt called with the token limit of prompts from now on
   */
  constructor(now: () => number, onLearnt: (tokens: number) => void) {
    this.#now = now
    this.#onLearnt = onLearnt
  }

  /** Estimated token limit of a prompt. */
  get tokens(): number {
    if (this.#refused === undefined) return Number.POSITIVE_INFINITY
    const steps = Math.floor((this.#now() - this.#refused.atMs) / LEARNT_TTL_MS)
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
    return this.#accepted !== undefined && this.#now() - this.#accepted.atMs < LEARNT_TTL_MS ? this.#accepted.tokens : 0
  }
}

/** Token limit of the next prompt after one that was too long. */
export const shorterThan = (tokens: number): number => tokens * SHORTER
