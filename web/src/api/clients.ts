import { createClient, type TabletalkClient } from '../../../clients/typescript/src/index.ts'
import { SERVICE_URL } from './address.ts'
import { authorizedFetch } from './session.ts'

/** For whom a question is asked: whose rows are read, and under which scope it is filed. */
export interface Identity {
  readonly tenantId?: string | undefined
  readonly scopeId?: string | undefined
}

/** Under which scope the service files what is asked without one (docs/http.md). */
const DEFAULT_SCOPE = 'default'

const client = (identity: Identity): TabletalkClient =>
  createClient({ baseUrl: SERVICE_URL, fetch: authorizedFetch, retries: 0, ...identity })

/** For endpoints without a tenant: accounts, databases. */
export const plainClient: TabletalkClient = client({})

/** A client that asks for a tenant and scope. */
export const askingClient = (identity: Identity): TabletalkClient => client(identity)

/** The scope whose history is read. */
export const readingScope = ({ scopeId = DEFAULT_SCOPE }: Identity): string => scopeId

/** Reads what was asked under a scope, for whichever tenant. */
export const readingClient = (identity: Identity): TabletalkClient => client({ scopeId: readingScope(identity) })
