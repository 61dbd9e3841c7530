/** How long what a model's server refused or accepted is taken to hold: another server may answer by then. */
export const BELIEVED_MS = 10 * 60_000

/** A chat model and how its provider is reached. */
export interface ModelAccess {
  /** `openai:gpt-5-mini`; a name without provider means an OpenAI-compatible server at `baseUrl`. */
  readonly model: string
  /** Of the provider that `model` names, and of no other. */
  readonly apiKey?: string
  /** Of an OpenAI-compatible server; never used for another provider. */
  readonly baseUrl?: string
  /** Of another provider's server, where that is not at the provider's own address. */
  readonly providerUrl?: string
}

/** How every model is asked, whoever serves it. */
export interface CallSettings {
  /** All calls of one model for one `draft` end within this, and all calls of one `compose`. */
  readonly callTimeoutMs: number
  /** Longest silence inside a stream that has begun; 20 s unless said otherwise, and never more than `callTimeoutMs`. */
  readonly idleTimeoutMs?: number
  /** Tokens of tables and values in a prompt; 6,000 unless said otherwise. */
  readonly contextTokens?: number
  /** Not sent unless it is said: some models take none. */
  readonly temperature?: number
  /** Tokens of one reply, reasoning included; not sent unless it is said. */
  readonly maxTokens?: number
}

/** The models of a planner; read from the environment elsewhere. The first drafts. */
export interface ModelSettings extends ModelAccess, CallSettings {
  /** Words answers; the one that drafts unless it is said. */
  readonly wording?: ModelAccess
  /** Asked where another one fails in a way that may pass. */
  readonly fallback?: ModelAccess
  /** Ask the fallback also where the quota at the provider is used up. */
  readonly fallbackOnQuota?: boolean
}
