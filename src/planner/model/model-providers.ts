import { createRequire } from 'node:module'

/** The settings that hold addresses of model providers, that of OpenAI-compatible servers aside. */
export type UrlVariable = NonNullable<ModelProvider['address']>['variable']

/** The settings that hold keys of model providers. */
export type ApiKeyVariable = NonNullable<ModelProvider['keyVariable']>

/** Who serves a model, and what belongs to it: no other provider ever gets its key or its address. */
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
  /** Where its client takes a `fetch`, or what does the same; without this it uses its own. */
  readonly takesFetch?: 'configuration' | 'clientOptions' | 'httpClient' | 'fetch' | 'transport'
  /** Its own address, the setting for another one, and what its client calls it. */
  readonly address?: {
    readonly own: string
    readonly variable: 'ANTHROPIC_BASE_URL' | 'GOOGLE_GEMINI_BASE_URL' | 'MISTRAL_BASE_URL' | 'OLLAMA_BASE_URL'
    readonly as: 'anthropicApiUrl' | 'baseUrl' | 'serverURL'
  }
  /** What its client calls the limit of a reply's tokens, where that is not `maxTokens`; `none`: it takes no such limit. */
  readonly maxTokensAs?: 'maxCompletionTokens' | 'maxOutputTokens' | 'numPredict' | 'none'
  /** The package of LangChain that it is in, where that is not called as the provider. */
  readonly packagedAs?: string
  /** What that package calls its embeddings, where it has some. */
  readonly embeddings?: string
}

const MISTRAL: ModelProvider = {
  keyVariable: 'MISTRAL_API_KEY',
  takesFetch: 'httpClient',
  address: { own: 'https://api.mistral.ai', variable: 'MISTRAL_BASE_URL', as: 'serverURL' },
  packagedAs: 'mistralai',
  embeddings: 'MistralAIEmbeddings',
}

/** LangChain's names of providers. Those without a key of their own use what the machine is signed in with. */
export const MODEL_PROVIDERS: Readonly<Record<string, ModelProvider>> = {
  openai: { keyVariable: 'OPENAI_API_KEY', takesFetch: 'configuration', embeddings: 'OpenAIEmbeddings' },
  anthropic: {
    keyVariable: 'ANTHROPIC_API_KEY',
    takesFetch: 'clientOptions',
    address: { own: 'https://api.anthropic.com', variable: 'ANTHROPIC_BASE_URL', as: 'anthropicApiUrl' },
  },
  // Its client of embeddings would go to the address of an OpenAI-compatible server, where there is one.
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

/** The package of LangChain that a provider is in. */
export const packageOf = (provider: string): string => `@langchain/${MODEL_PROVIDERS[provider]?.packagedAs ?? provider}`

/**
 * The package that a model of a provider needs and that is not installed here; undefined where there is nothing to
 * install.
 *
 * @param resolve finds a package, and throws where there is none
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

/** Beginnings of names that are given without a provider. */
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
  /** The model's name as its provider knows it. */
  readonly name: string
}

/**
 * Who is asked for a model. `openai:name` and, when the address of an OpenAI-compatible server is given, every name
 * without a known provider belong to `openai`: routers use names of all makers. Undefined when nobody is known.
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
