import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Loader } from '../../engines/loader.ts'
import { effectivePolicy } from '../../guard/effective-policy.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { describeDatabase } from '../../manage/databases/describe-database.ts'
import { openDatabase } from '../../manage/databases/open-database.ts'
import { readSchema } from '../../manage/databases/policy-file.ts'
import { createEngineParts } from '../../platform/process/engine-parts.ts'
import { chooseDatabase } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { readJsonFile } from '../text-files.ts'
import { withStore } from '../with-store.ts'

export interface GuardSourceOptions {
  readonly engine?: string
  readonly policy?: string
  readonly schema?: string
  readonly database?: string
  readonly org?: number
}

/** The policy and the schema of a guard command, from files or of a connected database. */
export interface GuardSource {
  readonly engine: Engine
  /** Undefined if the engine has no loader. */
  readonly loader: Loader | undefined
  /** The result of `effectivePolicy`. */
  readonly policy: Policy
  readonly schema: Schema
  readonly requiresOrganizationScoping: boolean
  /** The connection URL of a connected database; undefined with files. */
  readonly address: string | undefined
}

export const withGuardSource = (command: Command): Command =>
  withOrganization(
    command
      .option('--engine <name>', 'the database engine; default: the engine of the policy file')
      .option('--policy <file>', 'a policy file')
      .option(
        '--schema <file>',
        'a schema file; default: NAME.schema.json next to NAME.policy.json, or schema.json in the same folder',
      )
      .option('--database <id or name>', 'use the policy, schema and engine of a connected database instead'),
    'the organization of --database, or the only organization besides the demo',
  )

/**
 * Runs `work` with the source that the options name, and closes the connections afterwards.
 *
 * @throws CommandFailed, FileInvalid, ConfigError; Problem as `Engine.describe`
 */
export const useGuardSource = async (
  options: GuardSourceOptions,
  work: (source: GuardSource) => Promise<void>,
): Promise<void> => {
  const { policy, schema, database, org } = options
  if ((policy === undefined) === (database === undefined))
    throw new CommandFailed('Give either --policy FILE or --database ID; see --help for examples.')
  const config = readConfig()
  if (policy !== undefined) {
    // A user who gives files may reach what this machine reaches, unless the environment says otherwise.
    const { engines, loaders, close } = createEngineParts(config.allowPrivateHosts ?? true)
    try {
      const files = await fromFiles(await engines(), { ...options, policy, schema })
      return await work({ ...files, loader: (await loaders()).get(files.engine.name) })
    } finally {
      await close()
    }
  }
  await withStore(config, async (operator) => {
    const settings = await chooseDatabase(operator, { org, database })
    const connected = await openDatabase(operator, await operator.engines(), settings)
    const { engine, address } = connected
    const described = await describeDatabase(connected)
    const policy = effectivePolicy(settings.policy, described, engine.dialect.folding(described))
    const loader = (await operator.loaders()).get(engine.name)
    await work({ ...settings, engine, loader, policy, schema: described, address })
  })
}

const fromFiles = async (
  engines: readonly Engine[],
  {
    policy: policyFile,
    schema: schemaFile,
    engine: named,
  }: { readonly policy: string; readonly schema: string | undefined; readonly engine?: string },
): Promise<Omit<GuardSource, 'loader'>> => {
  const written = await readPolicyFile(policyFile)
  const engine = chooseEngine(engines, named ?? written.engine)
  const schema = await readSchemaFile(schemaFile, policyFile)
  for (const [what, engineName] of [
    ['policy', written.engine],
    ['schema', schema.engine],
  ])
    if (engineName !== engine.name)
      throw new CommandFailed(`The ${what} file is for ${engineName}, not for ${engine.name}.`)
  const policy = effectivePolicy(written, schema, engine.dialect.folding(schema))
  return { engine, policy, schema, requiresOrganizationScoping: policy.tenant !== undefined, address: undefined }
}

const chooseEngine = (engines: readonly Engine[], name: string): Engine => {
  const engine = engines.find((candidate) => candidate.name === name)
  if (engine !== undefined) return engine
  throw new CommandFailed(`There is no engine ${name}. Engines: ${engines.map((one) => one.name).join(', ')}.`)
}

/**
 * Reads the named schema file, else the one in the folder of the policy file. A policy does not contain all columns, but the
 * guard lists every column in the rewritten query.
 *
 * @throws CommandFailed that says how to create a schema file; FileInvalid that lists all mistakes with their paths
 */
const readSchemaFile = async (file: string | undefined, policyFile: string): Promise<Schema> => {
  const found = file ?? schemaFilesBeside(policyFile).find((candidate) => existsSync(candidate))
  if (found !== undefined) return await readJsonFile(found, readSchema)
  throw new CommandFailed(
    `The guard needs the columns of the tables: give --schema FILE, or create ${schemaFilesBeside(policyFile)[0]}.\nIf the database is connected, --database ID needs neither file, and \`tabletalk database policy --export\` writes both.`,
  )
}

/** The default schema files: for `shop.policy.json`, `shop.schema.json` or `schema.json` in its folder. */
const schemaFilesBeside = (policyFile: string): readonly string[] => {
  const { dir, name: stem } = path.parse(policyFile)
  return [path.join(dir, `${stem.replace(/\.policy$/, '')}.schema.json`), path.join(dir, 'schema.json')]
}
