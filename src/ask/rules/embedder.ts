import type { Usage } from './draft.ts'

/** Maps texts to vectors with an embedding model: similar texts have similar directions. */
export interface Embedder {
  /** Name of the model in the settings: vectors of different models are not comparable. */
  readonly model: string
  /**
   * One vector of finite numbers per text, in the same order and all of one length; one call, however many texts.
   *
   * @throws Problem `model_failed` or `model_unavailable`, with the usage; the signal's reason when it aborts
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>
}

interface Embedded {
  readonly vectors: readonly (readonly number[])[]
  readonly usage: Usage
}
