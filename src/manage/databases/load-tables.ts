import type { Engine } from '../../engines/engine.ts'
import { type Loader, type NewTable, TablesExist } from '../../engines/loader.ts'
import type { Schema } from '../../guard/schema.ts'
import { Mendable } from '../../platform/problems/mendable.ts'
import { Problem } from '../../platform/problems/problem.ts'

/** Tables cannot be loaded; the message names what is in the way, in the database's own words. */
export class LoadFailed extends Mendable {
  override readonly name = 'LoadFailed'
}

const LOAD_MS = 10 * 60_000
const DESCRIBE_MS = 60_000

/**
 * Creates and fills the tables of the demo.
 *
 * @param loader undefined for an engine without one
 * @param options.replace whether tables of an earlier load are dropped; tables of these names that are not the demo's
 * stay in any case
 * @throws LoadFailed with what is in the way, in the database's own words; Problem as `Loader.load`
 */
export const loadTables = async (
  engine: Engine,
  loader: Loader | undefined,
  address: string,
  tables: readonly NewTable[],
  { replace }: { readonly replace: boolean },
): Promise<void> => {
  if (loader === undefined) throw new LoadFailed(`Loading the demo is not implemented for ${engine.name}.`)
  const signal = AbortSignal.timeout(LOAD_MS)
  const load = (drops: boolean) => loader.load(address, tables, { replace: drops, signal })
  try {
    await load(false).catch(async (error: unknown) => {
      if (!(error instanceof TablesExist)) throw error
      if (!replace)
        throw new LoadFailed(`${error.message}\nUse an empty database, or add --replace to drop them first.`)
      await refuseOthers(engine, address, tables)
      await load(true)
    })
  } catch (error) {
    if (error instanceof LoadFailed || error instanceof Problem || !(error instanceof Error)) throw error
    if (signal.aborted) throw new LoadFailed('The database did not finish in time.', { cause: error })
    throw new LoadFailed(`The database returned an error: ${error.message}`, { cause: error })
  }
}

/** The schema of the demo's tables alone. */
export const loadedOnly = (schema: Schema, tables: readonly NewTable[]): Schema => ({
  ...schema,
  tables: schema.tables.filter((table) => isInDefaultSchema(table) && tables.some(({ name }) => name === table.name)),
})

const DEFAULT_SCHEMA = 'public'

const isInDefaultSchema = ({ schema = DEFAULT_SCHEMA }: { readonly schema?: string }) => schema === DEFAULT_SCHEMA

/** `--replace` on the wrong address must not drop a customer's tables. */
const refuseOthers = async (engine: Engine, address: string, tables: readonly NewTable[]): Promise<void> => {
  const there = loadedOnly(await engine.describe(address, AbortSignal.timeout(DESCRIBE_MS)), tables)
  const fields = fieldsOf(engine, tables)
  const others = there.tables.filter(({ name, columns }) => {
    const own = fields.get(name) ?? new Set()
    const found = columns.map((column) => column.name)
    return engine.language === 'sql' ? [...own].join() !== found.join() : found.some((path) => !own.has(first(path)))
  })
  if (others.length > 0)
    throw new LoadFailed(
      `These tables do not belong to the demo and are left unchanged: ${others.map(({ name }) => name).join(', ')}. Use an empty database.`,
    )
}

/** The columns of tables; of documents the fields, among them the arrays of what stands within them. */
const fieldsOf = ({ language }: Engine, tables: readonly NewTable[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const own = ({ name, columns, primaryKey }: NewTable): readonly string[] => {
    const names = columns.map((column) => column.name)
    if (language === 'sql') return names
    const within = tables.flatMap(({ within: place }) => (place?.table === name ? [place.as] : []))
    return [...names.map((path) => (primaryKey.join() === path ? '_id' : first(path))), ...within]
  }
  return new Map(tables.map((table) => [table.name, new Set(own(table))]))
}

const first = (path: string): string => path.split('.')[0] ?? path
