/** How to reach a chat model; read from the environment elsewhere. */
export interface ModelSettings {
  /** `TABLETALK_MODEL`: `openai:gpt-5-mini`; a name without provider means an OpenAI-compatible server at `baseUrl`. */
  readonly model: string
  /** Of the provider that `model` names, and of no other. */
  readonly apiKey?: string
  /** Of an OpenAI-compatible server; never used for another provider. */
  readonly baseUrl?: string
  /** All model calls of one `draft` or one `compose` end within this. */
  readonly callTimeoutMs: number
  /** Longest silence inside a stream that has begun; 20 s unless said otherwise, and never more than `callTimeoutMs`. */
  readonly idleTimeoutMs?: number
  /** Tokens of tables and values in a prompt; 6,000 unless said otherwise. */
  readonly contextTokens?: number
}
