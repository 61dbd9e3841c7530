import { createRequire } from 'node:module'

/** The settings with addresses of model providers, except that of OpenAI-compatible servers. */
export type UrlVariable = NonNullable<ModelProvider['address']>['variable']

/** The settings with keys of model providers. */
export type ApiKeyVariable = NonNullable<ModelProvider['keyVariable']>

/** A model provider with its settings: its key and address are never used for another provider. */
export interface ModelProvider {
  readonly keyVariable?:
    | 'OPENAI_API_KEY'
    | 'ANTHROPIC_API_KEY'
    | 'AZURE_OPENAI_API_KEY'
    | 'CEREBRAS_API_KEY'
    | 'COHERE_API_KEY'
    | 'DEEPSEEK_API_KEY'
    | 'FIREWORKS_API_KEY'
    | 'GOOGLE_API_KEY'
    | 'GROQ_API_KEY'
    | 'MISTRAL_API_KEY'
    | 'PERPLEXITY_API_KEY'
    | 'TOGETHER_AI_API_KEY'
    | 'XAI_API_KEY'
  /** The option with which its client takes a `fetch`, or an equivalent; absent: it uses its own. */
  readonly takesFetch?: 'configuration' | 'clientOptions' | 'httpClient' | 'fetch' | 'transport'
  /** Its own address, the setting for another one, and its client's option for it. */
  readonly address?: {
    readonly own: string
    readonly variable: 'ANTHROPIC_BASE_URL' | 'GOOGLE_GEMINI_BASE_URL' | 'MISTRAL_BASE_URL' | 'OLLAMA_BASE_URL'
    readonly as: 'anthropicApiUrl' | 'baseUrl' | 'serverURL'
  }
  /** Its client's option for the maximum reply tokens, if that is not `maxTokens`; `none`: it has no such option. */
  readonly maxTokensAs?: 'maxCompletionTokens' | 'maxOutputTokens' | 'numPredict' | 'none'
  /** Its LangChain package, if that is not named like the provider. */
  readonly packagedAs?: string
  /** The class of embeddings in that package, if any. */
  readonly embeddings?: string
}

const MISTRAL: ModelProvider = {
  keyVariable: 'MISTRAL_API_KEY',
  takesFetch: 'httpClient',
  address: { own: 'https://api.mistral.ai', variable: 'MISTRAL_BASE_URL', as: 'serverURL' },
  packagedAs: 'mistralai',
  embeddings: 'MistralAIEmbeddings',
}

/** LangChain's names of providers. Those without a key use the machine's credentials. */
export const MODEL_PROVIDERS: Readonly<Record<string, ModelProvider>> = {
  openai: { keyVariable: 'OPENAI_API_KEY', takesFetch: 'configuration', embeddings: 'OpenAIEmbeddings' },
  anthropic: {
    keyVariable: 'ANTHROPIC_API_KEY',
    takesFetch: 'clientOptions',
    address: { own: 'https://api.anthropic.com', variable: 'ANTHROPIC_BASE_URL', as: 'anthropicApiUrl' },
  },
  // Its embedding client would use the address of an OpenAI-compatible server, if one is set.
  azure_openai: { keyVariable: 'AZURE_OPENAI_API_KEY', takesFetch: 'configuration', packagedAs: 'openai' },
  cerebras: { keyVariable: 'CEREBRAS_API_KEY', maxTokensAs: 'maxCompletionTokens' },
  cohere: { keyVariable: 'COHERE_API_KEY', maxTokensAs: 'none', embeddings: 'CohereEmbeddings' },
  deepseek: { keyVariable: 'DEEPSEEK_API_KEY', takesFetch: 'configuration' },
  fireworks: { keyVariable: 'FIREWORKS_API_KEY', takesFetch: 'configuration' },
  google: { keyVariable: 'GOOGLE_API_KEY', maxTokensAs: 'maxOutputTokens' },
  'google-genai': {
    keyVariable: 'GOOGLE_API_KEY',
    takesFetch: 'transport',
    address: {
      own: 'https://generativelanguage.googleapis.com',
      variable: 'GOOGLE_GEMINI_BASE_URL',
      as: 'baseUrl',
    },
    maxTokensAs: 'maxOutputTokens',
    embeddings: 'GoogleGenerativeAIEmbeddings',
  },
  groq: { keyVariable: 'GROQ_API_KEY' },
  mistral: MISTRAL,
  mistralai: MISTRAL,
  perplexity: { keyVariable: 'PERPLEXITY_API_KEY' },
  together: { keyVariable: 'TOGETHER_AI_API_KEY', takesFetch: 'configuration', packagedAs: 'together-ai' },
  xai: { keyVariable: 'XAI_API_KEY', takesFetch: 'configuration' },
  aws: { embeddings: 'BedrockEmbeddings' },
  bedrock: { packagedAs: 'aws', embeddings: 'BedrockEmbeddings' },
  'google-vertexai': { maxTokensAs: 'maxOutputTokens', embeddings: 'VertexAIEmbeddings' },
  'google-vertexai-web': { maxTokensAs: 'maxOutputTokens', embeddings: 'VertexAIEmbeddings' },
  ollama: {
    takesFetch: 'fetch',
    address: { own: 'http://127.0.0.1:11434', variable: 'OLLAMA_BASE_URL', as: 'baseUrl' },
    maxTokensAs: 'numPredict',
    embeddings: 'OllamaEmbeddings',
  },
}

/** The LangChain package of a provider. */
export const packageOf = (provider: string): string => `@langchain/${MODEL_PROVIDERS[provider]?.packagedAs ?? provider}`

/**
 * The package that a provider's model needs and that is not installed; undefined if nothing is missing.
 *
 * @param resolve finds a package, and throws if there is none
 */
export const missingPackage = (
  provider: string,
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): string | undefined => {
  const name = packageOf(provider)
  try {
    resolve(name)
    return undefined
  } catch (error) {
    const isAbsent = typeof error === 'object' && error !== null && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    return isAbsent ? name : undefined
  }
}

/** Prefixes of model names that are given without a provider. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|o\d)/, 'openai'],
  [/^claude/, 'anthropic'],
  [/^command/, 'cohere'],
  [/^accounts\/fireworks/, 'fireworks'],
  [/^gemini/, 'google-vertexai'],
  [/^amazon\./, 'bedrock'],
  [/^mistral/, 'mistralai'],
  [/^(?:sonar|pplx)/, 'perplexity'],
]

export interface NamedModel {
  /** A key of `MODEL_PROVIDERS`. */
  readonly provider: string
  /** The model's name at its provider. */
  readonly name: string
}

/**
 * The provider and name of a model. `openai:name` and, if the address of an OpenAI-compatible server is given, every
 * name without a known provider belong to `openai`, because routers use names of all makers. Undefined if the provider
 * is unknown.
 */
export const namedModel = (model: string, hasOpenAiUrl: boolean): NamedModel | undefined => {
  const at = model.indexOf(':')
  const prefix = at < 0 ? '' : model.slice(0, at)
  // Ollama has a model with the name of a provider: `mistral:7b`.
  const isPrefix = Object.hasOwn(MODEL_PROVIDERS, prefix) && !(prefix === 'mistral' && hasOpenAiUrl)
  if (isPrefix) return { provider: prefix, name: model.slice(at + 1) }
  const provider = hasOpenAiUrl ? 'openai' : NAMES.find(([beginning]) => beginning.test(model))?.[1]
  return provider === undefined ? undefined : { provider, name: model }
}
