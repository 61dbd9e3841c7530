import { invalidField } from '../problems/problem.ts'

/** A page of a list, with the position of the next page; `next` is absent on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next?: PagePosition
}

/** The sort key of the last item of a page. */
export interface PagePosition {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly id: string
}

/** Default and maximum page sizes (specification, section Limits). */
export const PAGE_LIMITS = {
  conversations: { fallback: 20, max: 100 },
  messages: { fallback: 50, max: 200 },
} as const

/** Page number and size of a list (specification, Response envelopes, page-number style). */
export interface NumberedPage {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** A numbered page of a list, with the number of items in the whole list. */
export interface ItemPage<Item> extends NumberedPage {
  readonly items: readonly Item[]
  readonly total: number
}

/** Default and maximum of numbered pages. */
const NUMBERED = { page: { fallback: 1, max: 1_000_000 }, page_size: { fallback: 20, max: 100 } } as const

/** Parses the page of a query. @throws Problem `input_invalid` */
export const numberedPage = (query: { page?: string | undefined; page_size?: string | undefined }): NumberedPage => ({
  page: boundedNumber('page', query.page, NUMBERED.page),
  pageSize: boundedNumber('page_size', query.page_size, NUMBERED.page_size),
})

/** Parses a `limit`. @throws Problem `input_invalid` */
export const pageSize = (limit: string | undefined, bounds: Bounds): number => boundedNumber('limit', limit, bounds)

interface Bounds {
  readonly fallback: number
  readonly max: number
}

/** Values above the maximum are clamped. @throws Problem `input_invalid` if it is not a positive integer */
const boundedNumber = (field: string, sent: string | undefined, { fallback, max }: Bounds): number => {
  if (sent === undefined) return fallback
  if (!/^[0-9]+$/.test(sent) || Number(sent) < 1) throw invalidField(field, `must be a whole number from 1 to ${max}`)
  return Math.min(Number(sent), max)
}

/** Builds a page from up to `limit + 1` fetched items. */
export const cutPage = <Item>(
  fetched: readonly Item[],
  limit: number,
  position: (item: Item) => PagePosition,
): Page<Item> => {
  const items = fetched.slice(0, limit)
  const last = items.at(-1)
  return fetched.length > limit && last !== undefined ? { items, next: position(last) } : { items }
}
