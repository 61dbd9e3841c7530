import { randomUUID } from 'node:crypto'
import { CUSTOMERS_POLICY } from '../../chaos/world/customer-database.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, type PlatformOptions, type Reply, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

/** A platform with a scripted model and customer databases beside the demo database. */
export interface CustomersPlatform {
  readonly platform: Platform
  /** Connects a PostgreSQL database with the tables of `startCustomerDatabase`. @returns its id */
  connect(address: string): Promise<string>
  /** Asks the database for its customers, each time in a new conversation. */
  ask(databaseId?: string, key?: string): Promise<Reply>
  close(): Promise<void>
}

/** @param modelWay maps the port of the model to the port that the service uses */
export const startCustomersPlatform = async (
  { env = {}, ...options }: PlatformOptions = {},
  modelWay: (port: number) => Promise<number> = async (port) => port,
): Promise<CustomersPlatform> => {
  const model: ScriptedModel = await startScriptedModel(
    modelAnswers(['SELECT name FROM customers ORDER BY name LIMIT 3']),
  )
  const port = await modelWay(Number(new URL(model.baseUrl).port))
  const platform = await startPlatform({
    ...options,
    env: {
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
      ...env,
    },
  })
  const { organizationId } = platform.access
  return {
    platform,
    async connect(address) {
      const id = randomUUID()
      const settings = { id, organizationId, name: id, engine: 'postgres', requiresOrganizationScoping: true }
      await platform.app.store.databases.put(
        { ...settings, policy: CUSTOMERS_POLICY, glossary: EMPTY_GLOSSARY },
        address,
      )
      return id
    },
    ask: (database_id = platform.access.databaseId, key = randomUUID()) =>
      platform.request('/api/v1/chat/message', {
        json: { message: 'Who are our customers?', database_id },
        headers: { 'Idempotency-Key': key, 'X-Scope-Id': key },
      }),
    async close() {
      await platform.close()
      await model.close()
    },
  }
}
