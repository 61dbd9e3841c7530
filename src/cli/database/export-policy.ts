import type { Policy } from '../../guard/policy.ts'
import { fileNamedAfter, writeJsonFile } from '../text-files.ts'

/**
 * Writes a policy file and a schema file in the same folder: `shop.policy.json` and `shop.schema.json`.
 *
 * @param file the policy file; true: named after the database, in the working directory
 * @param exported.schema the content of the schema file
 * @throws CommandFailed if a file cannot be written
 */
export const exportPolicy = async (
  file: true | string,
  { name, policy, schema }: { readonly name: string; readonly policy: Policy; readonly schema: unknown },
) => {
  const policyFile = file === true ? fileNamedAfter(name, 'policy') : file
  const schemaFile = `${policyFile.replace(/(?:\.policy)?\.json$/, '')}.schema.json`
  await writeJsonFile(policyFile, policy)
  await writeJsonFile(schemaFile, schema)
  return { policy_file: policyFile, schema_file: schemaFile }
}
