import type { Tracing } from './tracing.ts'

interface ModelCall {
  readonly operation: 'chat' | 'embeddings'
  /** LangChain's name of the provider. */
  readonly provider: string
  readonly model: string
}

interface ModelCallEnd {
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined
  readonly failure?: string | undefined
}

/** OpenTelemetry's names of providers, where LangChain's are others. */
const PROVIDERS: Readonly<Record<string, string>> = {
  aws: 'aws.bedrock',
  bedrock: 'aws.bedrock',
  azure_openai: 'azure.ai.openai',
  google: 'gcp.gen_ai',
  'google-genai': 'gcp.gemini',
  'google-vertexai': 'gcp.vertex_ai',
  'google-vertexai-web': 'gcp.vertex_ai',
  mistral: 'mistral_ai',
  mistralai: 'mistral_ai',
  xai: 'x_ai',
}

/** A span per model call: its model and its tokens, never prompts or replies. @returns a function to be called at its end */
export const modelSpans =
  ({ startCall }: Pick<Tracing, 'startCall'>) =>
  ({ operation, provider, model }: ModelCall) => {
    const span = startCall({
      name: `${operation} ${model}`,
      fields: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': PROVIDERS[provider] ?? provider,
        'gen_ai.request.model': model,
      },
    })
    return ({ usage, failure }: ModelCallEnd): void => {
      const fields = usage && {
        'gen_ai.usage.input_tokens': usage.inputTokens,
        'gen_ai.usage.output_tokens': usage.outputTokens,
      }
      span?.end({ failure, ...(fields && { fields }) })
    }
  }
