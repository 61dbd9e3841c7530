import type { SlotOwner } from '../../access/rules/fair-semaphore.ts'
import type { Engine } from '../../engines/engine.ts'
import type { FilteredCollection, KnownPaths } from '../../guard/caller-schema.ts'
import type { GuardRules } from '../../guard/guard-rules.ts'

export interface PathsSource {
  readonly engine: Pick<Engine, 'dialect' | 'guard' | 'describe'>
  readonly address: string
  readonly rules: GuardRules
  readonly owner: SlotOwner
}

/** Per collection. */
const DOCUMENTS_MAX = 50

/**
 * The paths in documents of some collections under a restriction. They are read through the guard, so only documents
 * within the restriction count; a collection that the guard refuses has none.
 *
 * @throws Problem as `Engine.describe`; the signal's reason
 */
export const readPaths = async (
  { engine, address, rules, owner }: PathsSource,
  collections: readonly FilteredCollection[],
  signal: AbortSignal,
): Promise<readonly KnownPaths[]> => {
  const { documents } = engine.dialect
  if (documents === undefined || collections.length === 0) return []
  const limits = { documentsMax: DOCUMENTS_MAX }
  const drafts = collections.map(({ table, hasNewest }) =>
    documents.draftSample(table, { ...limits, newest: hasNewest }),
  )
  const judged = await Promise.all(drafts.map((draft) => engine.guard(draft, rules, owner)))
  const samples = judged.flatMap((result) => (result.ok ? [result.query] : []))
  const { tables } = await engine.describe(address, signal, owner, undefined, samples)
  return tables.map(({ name, columns }) => ({ table: name, columns }))
}
