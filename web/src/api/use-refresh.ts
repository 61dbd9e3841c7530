import { useQueryClient } from '@tanstack/react-query'
import type { paths } from '../../../clients/typescript/src/index.ts'

/** Refetches the queries of these paths after a change; those that are not mounted are removed, so that stale data is never shown. */
export const useRefresh = () => {
  const queries = useQueryClient()
  return async (...changed: readonly (keyof paths)[]): Promise<void> => {
    for (const path of changed) queries.removeQueries({ queryKey: [path], type: 'inactive' })
    await Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
