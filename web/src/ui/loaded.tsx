import type { ReactNode } from 'react'
import { ErrorNotice } from './notice.tsx'

interface Query<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** What was read, or why it could not be; until then a place of its height. What was read before stays, with the failure above it. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => (
  <>
    {query.error !== null && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
    {query.data !== undefined && children(query.data)}
    {query.data === undefined && query.error === null && <div className="skeleton" aria-hidden="true" />}
  </>
)

interface LoadedProps<Data> {
  readonly query: Query<Data>
  readonly children: (data: Data) => ReactNode
}
