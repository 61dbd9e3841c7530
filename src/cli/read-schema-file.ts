import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Schema } from '../domain/guard/schema.ts'
import { readSchema } from '../policy-file.ts'
import { CommandFailed } from './command-failed.ts'
import { readJsonFile } from './read-json-file.ts'

/**
 * Reads a schema file: the one that was named, else the one that an exported policy has beside it. What a policy names
 * is not enough: every column that a query reads must be known, and which of them to leave out.
 *
 * @throws CommandFailed with how to get such a file; FileInvalid with every mistake and its place
 */
export const readSchemaFile = async (file: string | undefined, policyFile: string): Promise<Schema> => {
  const found = file ?? schemaFilesBeside(policyFile).find((beside) => existsSync(beside))
  if (found !== undefined) return await readJsonFile(found, readSchema)
  throw new CommandFailed(
    `The guard needs the columns of the tables: give --schema FILE, or create ${schemaFilesBeside(policyFile)[0]}.\nIf the database is connected, --database ID needs neither file, and \`tabletalk database policy --export\` writes both.`,
  )
}

/** `shop.policy.json` has `shop.schema.json` beside it. */
const schemaFilesBeside = (policyFile: string): readonly string[] => {
  const { dir, name: stem } = path.parse(policyFile)
  return [path.join(dir, `${stem.replace(/\.policy$/, '')}.schema.json`), path.join(dir, 'schema.json')]
}
