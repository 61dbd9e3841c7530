import { randomUUID } from 'node:crypto'
import { DEFAULT_BRANDING } from '../../src/access/rules/organization.ts'
import { derivedKeyText } from '../../src/manage/api-keys/store/api-key-text.ts'
import { connectStore } from '../../src/store/connection.ts'
import { aesSealer, deriveKey } from '../../src/store/sealer.ts'
import { createStore } from '../../src/store/store.ts'
import { CUSTOMERS_POLICY } from './customer-database.ts'

export interface Access {
  readonly organizationId: number
  readonly databaseId: string
  readonly key: string
}

const KEY_ID = 'chaos00org'

/** An organization whose plan is never in the way, its key, and its PostgreSQL with a policy. */
export const seed = async (mongoUri: string, secret: string, address: string): Promise<Access> => {
  const pepper = deriveKey(secret, 'api-keys')
  const connection = await connectStore(mongoUri)
  const store = createStore(connection, { addresses: aesSealer(deriveKey(secret, 'addresses')), pepper })
  const [organizationId, databaseId] = [1, randomUUID()]
  const key = derivedKeyText('organization', KEY_ID, pepper)
  const limits = { per_minute: 100_000, per_hour: 1_000_000, concurrent: 500 }
  await store.organizations.put({
    id: organizationId,
    name: 'Chaos',
    plan: 'enterprise',
    branding: DEFAULT_BRANDING,
    limits,
  })
  await store.apiKeys.put({ id: KEY_ID, kind: 'organization', organizationId, userId: 1 }, key)
  await store.databases.put(
    {
      id: databaseId,
      organizationId,
      name: 'shops',
      engine: 'postgres',
      requiresOrganizationScoping: true,
      policy: CUSTOMERS_POLICY,
      glossary: { tables: [], columns: [], phrases: [] },
    },
    address,
  )
  await store.close()
  return { organizationId, databaseId, key }
}
