import type { Engine } from '../../engines/engine.ts'
import { type Loader, type NewTable, TablesExist } from '../../engines/loader.ts'
import type { Schema } from '../../guard/schema.ts'
import { OperatorError } from '../../platform/problems/operator-error.ts'
import { Problem } from '../../platform/problems/problem.ts'

/** Loading failed; the message has the cause, with the database's own error text. */
class LoadFailed extends OperatorError {
  override readonly name = 'LoadFailed'
}

const LOAD_MS = 10 * 60_000
const DESCRIBE_MS = 60_000

/**
 * Creates and fills the tables of the demo.
 * @param loader undefined if not implemented for the engine
 * @param options.replace whether tables of an earlier load are dropped; other tables with these names are never dropped
 * @throws LoadFailed with the cause; Problem as `Loader.load`
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

/** The tables of the demo only. */
export const loadedOnly = (schema: Schema, tables: readonly NewTable[]): Schema => ({
  ...schema,
  tables: schema.tables.filter((table) => isInDefaultSchema(table) && tables.some(({ name }) => name === table.name)),
})

const DEFAULT_SCHEMA = 'public'

const isInDefaultSchema = ({ schema = DEFAULT_SCHEMA }: { readonly schema?: string }) => schema === DEFAULT_SCHEMA

/** Refuses to drop tables of others if `--replace` is used on the wrong address. */
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

/** Columns per table; for documents the fields, including the arrays of embedded documents. */
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
