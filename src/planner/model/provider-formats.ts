import { openApiSchema } from './open-api-schema.ts'

/** How strictly a reply's format is requested. */
export type FormatKind = 'json_schema' | 'json_object' | 'none'

/** Options for LangChain's client: at construction, and per call. */
export interface FormatOptions {
  readonly client?: object
  readonly call?: object
}

/** The reply formats of a provider. */
interface ProviderFormats {
  /** The strictest first. If an endpoint rejects one, the next is used; the last is plain text. */
  readonly kinds: readonly FormatKind[]
  options(kind: Exclude<FormatKind, 'none'>, schema: object): FormatOptions
  /** Its cache has to be requested by a mark on the last constant block. */
  readonly marksCache?: true
}

const NAME = 'draft'

const mistral: ProviderFormats = {
  kinds: ['json_schema', 'json_object', 'none'],
  options: (kind, schema) => ({
    call: {
      response_format:
        kind === 'json_schema'
          ? { type: kind, jsonSchema: { name: NAME, strict: true, schemaDefinition: schema } }
          : { type: kind },
    },
  }),
}

const FORMATS: Readonly<Record<string, ProviderFormats>> = {
  openai: {
    kinds: ['json_schema', 'json_object', 'none'],
    options: (kind, schema) => ({
      client: {
        modelKwargs: {
          response_format:
            kind === 'json_schema' ? { type: kind, json_schema: { name: NAME, strict: true, schema } } : { type: kind },
        },
      },
    }),
  },
  anthropic: {
    kinds: ['json_schema', 'none'],
    options: (_, schema) => ({
      call: {
        tools: [{ name: NAME, description: 'Takes the one JSON object that is the answer.', input_schema: schema }],
        tool_choice: { type: 'tool', name: NAME },
      },
    }),
    marksCache: true,
  },
  'google-genai': {
    kinds: ['json_schema', 'json_object', 'none'],
    options: (kind, schema) =>
      kind === 'json_schema' ? { call: { responseSchema: openApiSchema(schema) } } : { client: { json: true } },
  },
  mistral,
  mistralai: mistral,
  ollama: {
    kinds: ['json_schema', 'json_object', 'none'],
    options: (kind, schema) => ({ call: { format: kind === 'json_schema' ? schema : 'json' } }),
  },
}

/** Other providers are asked in plain text: the prompt describes the format, and the reply is repaired. */
export const formatsOf = (provider: string): ProviderFormats =>
  FORMATS[provider] ?? { kinds: ['none'], options: () => ({}) }
