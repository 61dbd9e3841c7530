import type { ReactNode } from 'react'
import { ErrorNotice } from './notice.tsx'

interface Query<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** The result of a query or its error; a placeholder of the same height while it is loading. Stale data stays visible below an error. */
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
