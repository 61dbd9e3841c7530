import { keysTexts } from './texts.ts'

/** Labels of a key's fields, for the error summary. */
export const fieldLabels = {
  kind: keysTexts.kind,
  name: keysTexts.name,
  database_id: keysTexts.database,
  origins: keysTexts.origins,
  permissions: keysTexts.permissions,
  ...keysTexts.permissionNames,
  answer_details: keysTexts.answerDetails,
  ...keysTexts.answerDetailNames,
  addresses: keysTexts.addresses,
  expires_at: keysTexts.expiresAt,
} as const
