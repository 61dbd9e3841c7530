import { useQueryClient } from '@tanstack/react-query'
import type { paths } from '../../../clients/typescript/src/index.ts'

/** Reads again what these paths have, after it was changed. */
export const useRefresh = () => {
  const queries = useQueryClient()
  return async (...changed: readonly (keyof paths)[]): Promise<void> => {
    await Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
