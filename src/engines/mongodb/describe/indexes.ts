import { z } from 'zod'
import { plainIndexes } from '../../plain-indexes.ts'

const Index = z.object({
  key: z.record(z.string(), z.unknown()),
  hidden: z.unknown().optional(),
  partialFilterExpression: z.unknown().optional(),
})

/**
 * The paths of indexes, in order, as far as they are sorted; of those that hold every document only.
 *
 * @param listed as the server lists them
 */
export const indexesOf = (listed: readonly unknown[]): readonly (readonly string[])[] =>
  plainIndexes(
    listed.flatMap((index) => {
      const { success, data } = Index.safeParse(index)
      if (!success || data.hidden === true || data.partialFilterExpression !== undefined) return []
      return [Object.entries(data.key).map(([path, direction]) => (isSorted(direction) && isPath(path) ? path : null))]
    }),
  )

const isSorted = (direction: unknown): boolean => {
  const number = Number(direction)
  return Number.isFinite(number) && number !== 0
}

/** Wildcard indexes name all paths at once. */
const isPath = (path: string): boolean => !path.includes('$')
