import { DEMO } from '../../../../demo/organization.ts'
import type { DemoData } from '../../../local/home/demo-file.ts'
import { derivedKeyText } from '../../../manage/api-keys/store/api-key-text.ts'
import type { Store } from '../../../store/store.ts'

export interface DemoAccess {
  readonly organizationId: number
  readonly databaseId: string
  readonly orgKey: string
  readonly databaseKey: string
}

const ORGANIZATION_ID = 1
const USER_ID = 1
const ORG_KEY_ID = 'demo0org'
const DATABASE_KEY_ID = 'demo00db'

/**
 * Stores the demo organization, its database and its keys, which are the same on every start.
 *
 * @param databaseFile the absolute path of the demo's SQLite file
 * @param pepper the key under which API keys are stored
 */
export const seedDemo = async (store: Store, databaseFile: string, pepper: Uint8Array): Promise<DemoAccess> => {
  const owner = { organizationId: ORGANIZATION_ID, userId: USER_ID }
  const orgKey = derivedKeyText('organization', ORG_KEY_ID, pepper)
  const databaseKey = derivedKeyText('database', DATABASE_KEY_ID, pepper)
  const databaseId = DEMO.database.id
  await Promise.all([
    store.organizations.put({ id: ORGANIZATION_ID, ...DEMO.organization, branding: DEMO.branding }),
    store.databases.put({ ...DEMO.database, organizationId: ORGANIZATION_ID }, `sqlite:${databaseFile}`),
    store.apiKeys.put({ id: ORG_KEY_ID, kind: 'organization', ...owner }, orgKey),
    store.apiKeys.put({ id: DATABASE_KEY_ID, kind: 'database', databaseId, answerDetails: [], ...owner }, databaseKey),
  ])
  return { organizationId: ORGANIZATION_ID, databaseId, orgKey, databaseKey }
}

/** The content of `demo.json`. */
export const demoOf = (access: DemoAccess, baseUrl: string, temporalUi: string | undefined): DemoData => ({
  base_url: baseUrl,
  org_key: access.orgKey,
  database_key: access.databaseKey,
  organization_id: access.organizationId,
  database_id: access.databaseId,
  tenants: DEMO.tenants.map(({ id, name }) => ({ id, name })),
  scopes: [...DEMO.scopes],
  temporal_ui: temporalUi ?? null,
})
