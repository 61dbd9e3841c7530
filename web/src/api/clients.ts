import { createClient, type TabletalkClient } from '../../../clients/typescript/src/index.ts'
import { SERVICE_URL } from './address.ts'
import { authorizedFetch } from './session.ts'

/** The tenant and scope of questions: whose rows are read, and where conversations are stored. */
export interface Identity {
  readonly tenantId?: string | undefined
  readonly scopeId?: string | undefined
}

/** The scope that the service uses if none is sent (docs/http.md). */
const DEFAULT_SCOPE = 'default'

const client = (identity: Identity): TabletalkClient =>
  createClient({ baseUrl: SERVICE_URL, fetch: authorizedFetch, retries: 0, ...identity })

/** Client for resources without a tenant: accounts, databases. */
export const plainClient: TabletalkClient = client({})

/** Client for questions as a tenant and scope. */
export const askingClient = (identity: Identity): TabletalkClient => client(identity)

/** The scope under which an identity's conversations are read. */
export const readingScope = ({ scopeId = DEFAULT_SCOPE }: Identity): string => scopeId

/** Client for conversations of a scope, of any tenant. */
export const readingClient = (identity: Identity): TabletalkClient => client({ scopeId: readingScope(identity) })
