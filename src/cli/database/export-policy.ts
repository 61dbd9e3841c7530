import { collectionsFile, isOfCollections } from '../../collections-file.ts'
import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import type { Schema } from '../../domain/guard/schema.ts'
import { fileNamedAfter, writeJsonFile } from '../write-json-file.ts'

/**
 * Writes a policy and, beside it, what the database has: `shop.policy.json` and `shop.schema.json`.
 *
 * @param file of the policy; true: named after the database, in the working directory
 * @throws CommandFailed where they cannot be written
 */
export const exportPolicy = async (
  file: true | string,
  { settings, policy, schema }: { settings: DatabaseSettings; policy: Policy; schema: Schema },
) => {
  const policyFile = file === true ? fileNamedAfter(settings.name, 'policy') : file
  const schemaFile = `${policyFile.replace(/(?:\.policy)?\.json$/, '')}.schema.json`
  await writeJsonFile(policyFile, policy)
  const found = isOfCollections(schema) ? collectionsFile(schema) : schema
  await writeJsonFile(schemaFile, found)
  return { policy_file: policyFile, schema_file: schemaFile }
}
