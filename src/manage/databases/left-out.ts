import type { Engine } from '../../engines/engine.ts'
import type { OmittedObject } from '../../engines/shared/describe/inspection.ts'
import type { NameFolding } from '../../guard/name-folding.ts'
import type { Policy } from '../../guard/policy.ts'
import { otherTenantTypes } from '../../guard/proposal/other-tenant-types.ts'
import { entryName } from '../../guard/proposal/proposal.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import { Problem } from '../../platform/problems/problem.ts'

const ASK_MS = 30_000
const NAMED_MAX = 20

const REASONS: Readonly<Record<OmittedObject['kind'], string>> = {
  view: 'views bypass the policies of their tables',
  'virtual table': 'virtual tables run module code',
  'foreign table': 'foreign tables access other servers',
  partition: 'partitions are read through their parent table',
}

/** Warnings about objects that cannot be queried, for the user who connects the database. */
export const leftOutWarnings = async (
  { engine, address }: { readonly engine: Pick<Engine, 'inspect'>; readonly address: string },
  { schema, policy, folding }: { readonly schema: Schema; readonly policy: Policy; readonly folding: NameFolding },
): Promise<readonly string[]> => {
  const found = Map.groupBy(await leftOut(engine, address), ({ kind }) => kind)
  const views = deniedViews(schema, policy, folding)
  const others = otherTenantTypes(schema, policy, folding)
  return [
    ...[...found].map(([kind, all]) => `Skipped, because ${REASONS[kind]}: ${listed(all.map(({ name }) => name))}.`),
    ...(views.length === 0
      ? []
      : [`Denied until the policy allows them, because views may expose data of other collections: ${listed(views)}.`]),
    ...(others.length === 0 ? [] : [`The tenant column has a different type in some tables: ${listed(others, ' ')}`]),
  ]
}

/** Denied views among the described tables, such as MongoDB's. */
const deniedViews = (schema: Schema, policy: Policy, folding: NameFolding): readonly string[] =>
  schema.tables
    .filter(({ view }) => view === true)
    .map(tableName)
    .filter((name) => (policy.tables[entryName(policy, name, folding) ?? '*']?.mode ?? 'deny') === 'deny')

const listed = (all: readonly string[], separator = ', '): string => {
  const named = all.slice(0, NAMED_MAX).join(separator)
  return all.length > NAMED_MAX ? `${named}${separator}and ${all.length - NAMED_MAX} more` : named
}

const leftOut = async ({ inspect }: Pick<Engine, 'inspect'>, address: string): Promise<readonly OmittedObject[]> => {
  try {
    return (await inspect.leftOut?.(address, AbortSignal.timeout(ASK_MS))) ?? []
  } catch (error) {
    // The database was described just before; this is advice that nothing depends on.
    if (error instanceof Problem) return []
    throw error
  }
}
