import { publicKeyRisk } from '../../domain/access/api-key.ts'
import type { DatabaseSettings } from '../../domain/access/database-settings.ts'

/** What a public key lets its holder do, and the command that helps; undefined where nothing is to be said. */
export const publicKeyWarning = (
  database: Pick<DatabaseSettings, 'id' | 'requiresOrganizationScoping' | 'identity'>,
): string | undefined => {
  const risk = publicKeyRisk(database)
  return risk === undefined ? undefined : `${risk} See: npx tabletalk database identity ${database.id} --require`
}
