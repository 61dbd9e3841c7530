import { Problem } from '../problem.ts'

/** One page of a list, and where the next one starts; `next` is absent on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next?: Position
}

/** The sort key of the last item of a page. */
export interface Position {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly id: string
}

/** Default and maximum page sizes (specification, section Limits). */
export const PAGE_LIMITS = {
  conversations: { fallback: 20, max: 100 },
  messages: { fallback: 50, max: 200 },
} as const

/**
 * The page size for a `limit` as sent: over the maximum means the maximum.
 * @throws Problem `input_invalid` when it is not a positive integer
 */
export const pageSize = (
  limit: string | undefined,
  bounds: { readonly fallback: number; readonly max: number },
): number => {
  if (limit === undefined) return bounds.fallback
  if (!/^[0-9]+$/.test(limit) || Number(limit) < 1) {
    const message = `limit must be a whole number from 1 to ${bounds.max}.`
    throw new Problem('input_invalid', { message, details: [{ field: 'limit', message, code: 'VALIDATION_ERROR' }] })
  }
  return Math.min(Number(limit), bounds.max)
}

/** Cuts a page out of `limit + 1` fetched items. */
export const cutPage = <Item>(
  fetched: readonly Item[],
  limit: number,
  position: (item: Item) => Position,
): Page<Item> => {
  const items = fetched.slice(0, limit)
  const last = items.at(-1)
  return fetched.length > limit && last !== undefined ? { items, next: position(last) } : { items }
}
