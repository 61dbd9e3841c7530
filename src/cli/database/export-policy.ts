import { writeFile } from 'node:fs/promises'
import { collectionsFile, isOfCollections } from '../../collections-file.ts'
import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import type { Schema } from '../../domain/guard/schema.ts'

/**
 * Writes a policy and, beside it, what the database has: `shop.policy.json` and `shop.schema.json`.
 *
 * @param file of the policy; true: named after the database, in the working directory
 */
export const exportPolicy = async (
  file: true | string,
  { settings, policy, schema }: { settings: DatabaseSettings; policy: Policy; schema: Schema },
) => {
  const policyFile = file === true ? `${settings.name.replace(/[^\w.-]+/g, '_')}.policy.json` : file
  const schemaFile = `${policyFile.replace(/(?:\.policy)?\.json$/, '')}.schema.json`
  await writeFile(policyFile, `${JSON.stringify(policy, undefined, 2)}\n`)
  const found = isOfCollections(schema) ? collectionsFile(schema) : schema
  await writeFile(schemaFile, `${JSON.stringify(found, undefined, 2)}\n`)
  return { policy_file: policyFile, schema_file: schemaFile }
}
