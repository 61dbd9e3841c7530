/** How long rejections and acceptances of a server are remembered: another server may answer after that. */
export const LEARNT_TTL_MS = 10 * 60_000

/** Called before a call to the server of a model. @returns a function to be called at its end */
export type BeginModelCall = (call: {
  readonly operation: 'chat' | 'embeddings'
  readonly provider: string
  readonly model: string
}) => (end: {
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined
  /** A status, or the name of an error. */
  readonly failure?: string | undefined
}) => void

/** A chat model and the access to its provider. */
export interface ModelAccess {
  /** `openai:gpt-5-mini`; a name without provider means an OpenAI-compatible server at `baseUrl`. */
  readonly model: string
  /** For the provider in `model`, and for no other. */
  readonly apiKey?: string
  /** Address of an OpenAI-compatible server; never used for another provider. */
  readonly baseUrl?: string
  /** Address of another provider's server, if not the provider's own. */
  readonly providerUrl?: string
}

/** Settings of calls, for all models. */
export interface CallSettings {
  /** Time limit for all calls of one model in one `draft`, and for all calls of one `compose`. */
  readonly callTimeoutMs: number
  /** Maximum pause inside a stream that has begun; default 20 s, and never more than `callTimeoutMs`. */
  readonly idleTimeoutMs?: number
  /** Tokens of tables and values in a prompt; default 6,000. */
  readonly contextTokens?: number
  /** Not sent by default: some models reject it. */
  readonly temperature?: number
  /** Tokens of one reply, including reasoning; not sent by default. */
  readonly maxTokens?: number
}

/** The models of a planner. The first one drafts. */
export interface ModelSettings extends ModelAccess, CallSettings {
  /** Words answers; default: the drafting model. */
  readonly wording?: ModelAccess
  /** Used if another model fails with a transient error. */
  readonly fallback?: ModelAccess
  /** Use the fallback also if the quota at the provider is used up. */
  readonly fallbackOnQuota?: boolean
}
