import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Observe } from '../../platform/observation.ts'
import type { Store } from '../../store/store.ts'
import type { IndexCause } from '../jobs/rules/job.ts'
import type { IndexJobs } from './index-jobs.ts'

interface UnaskedParts {
  readonly store: Pick<Store, 'databases'>
  readonly indexJobs: Pick<IndexJobs, 'beginAutomatic'>
  readonly observe: Observe
}

/** Starts automatic indexing jobs in the background: callers do not wait, and failures are only observed. */
export const automaticIndexing = ({ store, indexJobs, observe }: UnaskedParts) => {
  const pending = new Set<Promise<void>>()
  const begin = async (
    organizationId: number,
    databaseId: string,
    cause: IndexCause,
    delayMs: number | undefined,
  ): Promise<void> => {
    try {
      const database = await store.databases.find({ organizationId }, databaseId)
      if (database !== undefined) await indexJobs.beginAutomatic(database, cause, delayMs)
    } catch (error) {
      observe({ kind: 'indexing_start_failed', databaseId, error })
    }
  }
  return {
    begin({ organizationId }: OrganizationRef, databaseId: string, cause: IndexCause, delayMs?: number): void {
      const started = begin(organizationId, databaseId, cause, delayMs).finally(() => pending.delete(started))
      pending.add(started)
    },
    /** Waits for jobs that are being started; store and Temporal have their own timeouts. */
    async close(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
