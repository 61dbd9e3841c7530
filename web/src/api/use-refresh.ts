import { useQueryClient } from '@tanstack/react-query'
import type { paths } from '../../../clients/typescript/src/index.ts'

/** Reads again what these paths have, after it was changed; what no page shows now is read when one shows it, never shown as it was. */
export const useRefresh = () => {
  const queries = useQueryClient()
  return async (...changed: readonly (keyof paths)[]): Promise<void> => {
    for (const path of changed) queries.removeQueries({ queryKey: [path], type: 'inactive' })
    await Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
