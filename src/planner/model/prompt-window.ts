/** Of a prompt that was refused, the share that the next one may be. */
const SHORTER = 0.75

/**
 * What is known of the window of a model: which prompts its server refused as too long. That depends on the model alone,
 * so what one caller's prompt has shown holds for all.
 */
export class PromptWindow {
  #refused = Number.POSITIVE_INFINITY

  /** Tokens, about, that a prompt may have. */
  get tokens(): number {
    return this.#refused * SHORTER
  }

  refuse(tokens: number): void {
    this.#refused = Math.min(this.#refused, tokens)
  }
}
