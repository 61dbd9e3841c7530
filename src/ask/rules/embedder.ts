import type { Usage } from './draft.ts'

/** Texts → vectors, by a model of its own: texts of like meaning have like directions. */
export interface Embedder {
  /** By the name that the settings give it: vectors of one model say nothing to another. */
  readonly model: string
  /**
   * One vector of finite numbers for each text, in their order, all of one length; of one call, whatever the texts.
   *
   * @throws Problem `model_failed` or `model_unavailable`, with what was spent; the signal's reason when it aborts
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>
}

export interface Embedded {
  readonly vectors: readonly (readonly number[])[]
  readonly usage: Usage
}
