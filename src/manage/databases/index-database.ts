import type { Catalog } from '../../ask/rules/catalog.ts'
import type { Policy } from '../../guard/policy.ts'
import { updatePolicy } from '../../guard/proposal/updated-policy.ts'
import type { SchemaChanges } from '../../guard/schema-changes.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { columnProgress, indexProgress, type JobProgress } from '../jobs/rules/job.ts'
import { buildCatalog } from './build-catalog.ts'
import { storeChange } from './change-database.ts'
import type { Connections } from './connections.ts'
import { describeDatabase } from './describe-database.ts'
import { openDatabase } from './open-database.ts'
import { type Review, reviewOf } from './review.ts'
import type { StoredDatabase } from './store/databases.ts'

/** The result of indexing a database. */
export interface IndexingResult extends Review {
  readonly policy: Policy
  readonly tables: number
  readonly columns: number
  readonly catalog: Catalog
  /** Differences from the schema at the previous indexing. */
  readonly changes: SchemaChanges
}

export interface Indexing {
  readonly jobId: string
  readonly signal: AbortSignal
  /** Called before each step and while columns are read; an error stops the indexing. */
  onProgress(progress: JobProgress): Promise<void>
}

/**
 * Reads a database again and updates its policy (`updatePolicy`, `hideSampled`).
 * @throws Problem as `describeDatabase` and `storeChange`; an AbortError if the signal aborts
 */
export const indexDatabase = async (
  connections: Connections,
  stored: StoredDatabase,
  { jobId, signal, onProgress }: Indexing,
): Promise<IndexingResult> => {
  await onProgress(indexProgress('reading tables and keys'))
  const connected = await openDatabase(connections, connections.engines, stored)
  const { engine } = connected
  const schema = await describeDatabase(connected, { owner: stored, signal })
  await onProgress(indexProgress('updating the policy'))
  const policy = await runInSlices(updatePolicy(stored.policy, schema, engine.dialect.folding(schema)))
  if (JSON.stringify(policy) !== JSON.stringify(stored.policy)) await storeChange(connections, stored, { policy })
  await onProgress(indexProgress('learning what columns hold'))
  const onColumns = (read: number, all: number) => onProgress(columnProgress(read, all))
  const learning = { schema, signal, jobId, onProgress: onColumns }
  const learned = await buildCatalog(connections, connected, { ...stored, policy }, learning)
  await onProgress(indexProgress('looking for missing indexes'))
  const columns = schema.tables.reduce((sum, table) => sum + table.columns.length, 0)
  return { ...(await reviewOf(connected, schema, learned.policy)), tables: schema.tables.length, columns, ...learned }
}
