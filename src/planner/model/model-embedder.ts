import type { Usage } from '../../ask/rules/draft.ts'
import type { Embedder } from '../../ask/rules/embedder.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'
import { type CountedFetch, countingFetch } from './counting-fetch.ts'
import { failureType, modelFailure } from './model-failure.ts'
import { MODEL_PROVIDERS, namedModel, packageOf } from './model-providers.ts'
import type { BeginModelCall, ModelAccess } from './model-settings.ts'

/** The part of LangChain's embeddings that is used. */
interface EmbeddingsClient {
  embedDocuments(texts: string[]): Promise<unknown>
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** Embeddings of the configured model. Nothing is loaded or contacted before the first call. */
export const modelEmbedder = (access: ModelAccess, beginCall?: BeginModelCall): Embedder => ({
  model: access.model,
  async embed(texts, signal) {
    signal.throwIfAborted()
    const counting = countingFetch(signal)
    const named = namedModel(access.model, access.baseUrl !== undefined)
    const endCall = named && beginCall?.({ operation: 'embeddings', provider: named.provider, model: named.name })
    try {
      const client = await clientOf(access, counting, texts.length)
      // Some clients cannot be cancelled.
      const given = await Promise.race([client.embedDocuments([...texts]), aborted(signal)])
      const vectors = vectorsIn(given, texts.length)
      const usage = usageOf(access.model, texts, counting.tokens)
      endCall?.({ usage })
      return { vectors, usage }
    } catch (error) {
      endCall?.({ failure: failureType(error) })
      signal.throwIfAborted()
      throw modelFailure(error, usageOf(access.model, [], counting.tokens))
    }
  },
})

/** A client per call, because `fetch` belongs to the call. Clients are cheap; their modules are loaded once. */
const clientOf = async (
  { model, apiKey, baseUrl, providerUrl }: ModelAccess,
  { fetch }: CountedFetch,
  batchSize: number,
): Promise<EmbeddingsClient> => {
  const named = namedModel(model, baseUrl !== undefined)
  const { embeddings, keyVariable, address } = MODEL_PROVIDERS[named?.provider ?? ''] ?? {}
  if (named === undefined || embeddings === undefined) throw new Error('No provider is known for these embeddings')
  const isOpenAi = named.provider === 'openai'
  // Some clients look for OpenAI's key if they get none.
  if (keyVariable !== undefined && apiKey === undefined && baseUrl === undefined)
    throw new Error(`${keyVariable} is not set`)
  // Loaded lazily: without a configured model it costs nothing.
  const loaded: unknown = await import(packageOf(named.provider))
  const made: unknown = Reflect.construct(constructorIn(loaded, embeddings), [
    {
      model: named.name,
      maxRetries: 0,
      batchSize,
      // Servers without keys still get a header, because the client cannot be constructed without one.
      ...(isOpenAi
        ? {
            apiKey: apiKey ?? 'none',
            encodingFormat: 'float',
            configuration: { fetch, baseURL: baseUrl ?? OPENAI_URL },
          }
        : {}),
      ...(!isOpenAi && apiKey !== undefined ? { apiKey } : {}),
      ...(address === undefined ? {} : { [address.as]: providerUrl ?? address.own }),
    },
  ])
  if (!isClient(made)) throw new TypeError(`${embeddings} makes no embeddings`)
  return made
}

const constructorIn = (loaded: unknown, name: string): ((...options: unknown[]) => unknown) => {
  const found: unknown = typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, name) : undefined
  if (!isConstructor(found)) throw new TypeError(`There is no ${name}`)
  return found
}

const isConstructor = (value: unknown): value is (...options: unknown[]) => unknown => typeof value === 'function'

const isClient = (value: unknown): value is EmbeddingsClient =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'embedDocuments') === 'function'

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** @throws SyntaxError if the response has no vector per text */
const vectorsIn = (given: unknown, count: number): readonly (readonly number[])[] => {
  const vectors: readonly unknown[] = Array.isArray(given) ? given : []
  const checked = vectors.filter(isVector)
  const [first = []] = checked
  const isWhole = checked.length === count && checked.every(({ length }) => length === first.length)
  if (!isWhole) throw new SyntaxError('The reply has no vector for each text')
  return checked
}

/** No known model has more. */
const DIMENSIONS_MAX = 16_384

const isVector = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= DIMENSIONS_MAX &&
  value.every((one) => typeof one === 'number' && Number.isFinite(one))

/** Usage of one call; estimated from the texts if the server counts none. */
const usageOf = (model: string, texts: readonly string[], counted: number | undefined): Usage => {
  const inputTokens = counted ?? texts.reduce((sum, text) => sum + estimatedTokens(text), 0)
  const spent = { inputTokens, cachedInputTokens: 0, outputTokens: 0, calls: 1 }
  return { ...spent, estimated: counted === undefined, models: [{ model, ...spent }] }
}
