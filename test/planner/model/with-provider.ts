import { type ModelHooks, type ModelSettings, modelPlanner } from '../../../src/planner/model/index.ts'
import type { ModelAccess } from '../../../src/planner/model/model-settings.ts'
import type { Planner } from '../../../src/planner/planner.ts'
import { PROTOCOLS } from '../../support/provider-protocols.ts'
import { type ProtocolScript, type ProtocolServer, startProtocolServer } from '../../support/scripted-protocol.ts'
import { composeRequest, REPLY } from './cases.ts'

export type Provider = keyof typeof PROTOCOLS
export const PROVIDERS = [
  'openai',
  'anthropic',
  'google-genai',
  'mistral',
  'ollama',
] as const satisfies readonly Provider[]

export const GOOD = { text: JSON.stringify(REPLY) }
export const HALF = JSON.stringify(REPLY).slice(0, 60)
export const ANSWER = 'Acme made 1,234.50 and Globex 800.'

export const accessOf = (provider: Provider, url: string): ModelAccess => ({
  model: `${provider}:scripted`,
  ...(provider === 'ollama' ? {} : { apiKey: `key-of-${provider}` }),
  ...(provider === 'openai' ? { baseUrl: `${url}/v1` } : { providerUrl: url }),
})

/** Runs `work` with a planner whose model server speaks the protocol of the provider. */
export const withProvider = async <Result>(
  provider: Provider,
  script: ProtocolScript,
  work: (planner: Planner, server: ProtocolServer) => Promise<Result>,
  {
    protocol = PROTOCOLS[provider],
    settings = {},
    hooks = {},
  }: {
    readonly protocol?: (typeof PROTOCOLS)[Provider]
    readonly settings?: Partial<ModelSettings>
    readonly hooks?: ModelHooks
  } = {},
): Promise<Result> => {
  const server = await startProtocolServer(protocol, script)
  try {
    const planner = modelPlanner({ ...accessOf(provider, server.url), callTimeoutMs: 20_000, ...settings }, hooks)
    return await work(planner, server)
  } finally {
    await server.close()
  }
}

export const emitted = async (planner: Planner) => {
  const chunks: string[] = []
  const composition = await planner.compose(composeRequest(), async (chunk) => void chunks.push(chunk))
  return { ...composition, chunks }
}
