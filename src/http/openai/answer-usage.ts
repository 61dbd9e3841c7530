import type { TokenCounts } from '../../ask/rules/draft.ts'

/** Without a model, an answer takes no tokens. */
const NONE: TokenCounts = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

/** The tokens of an answer, as chat completions have them. */
export const completionUsage = ({ inputTokens, cachedInputTokens, outputTokens } = NONE) => ({
  prompt_tokens: inputTokens,
  prompt_tokens_details: { cached_tokens: cachedInputTokens },
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})

/** The same as the Responses API has them. Output includes reasoning, which is not counted apart. */
export const responseUsage = ({ inputTokens, cachedInputTokens, outputTokens } = NONE) => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: cachedInputTokens },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
})
