import { keysTexts } from './texts.ts'

/** What each field of a key is called, for the summary of what is wrong. */
export const fieldLabels = {
  kind: keysTexts.kind,
  name: keysTexts.name,
  database_id: keysTexts.database,
  origins: keysTexts.origins,
  permissions: keysTexts.permissions,
  ...keysTexts.permissionNames,
  addresses: keysTexts.addresses,
  expires_at: keysTexts.expiresAt,
} as const
