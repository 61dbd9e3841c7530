import type { components } from '../../../clients/typescript/src/index.ts'
import type { Identity } from '../api/clients.ts'

export type AskableDatabase = components['schemas']['AskableDatabase']

const PREFIX = 'tabletalk.identity.'

const key = (databaseId: string): string => PREFIX + databaseId

/** The identity last used for a database in this browser. */
export const storedIdentity = (databaseId: string | undefined): Identity => {
  try {
    return JSON.parse(localStorage.getItem(key(databaseId ?? '')) ?? '{}')
  } catch {
    return {}
  }
}

export const storeIdentity = (databaseId: string, identity: Identity): void =>
  localStorage.setItem(key(databaseId), JSON.stringify(identity))

/** Clears identities for the next user of this browser. */
export const forgetIdentities = (): void => {
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
}

/** Whether the identity has all that a database needs. */
export const isComplete = (database: AskableDatabase | undefined, { tenantId = '' }: Identity): boolean => {
  if (database === undefined) return false
  if (!database.scoped) return true
  return database.tenant_id_type === 'integer' ? /^[1-9]\d{0,14}$/.test(tenantId) : tenantId.trim() !== ''
}
