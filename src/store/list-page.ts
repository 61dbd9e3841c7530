import type { ItemPage, NumberedPage } from '../platform/values/page.ts'

/** A sorted query that has not been executed. */
interface Sorted<Found> {
  skip(count: number): { limit(count: number): PromiseLike<readonly Found[]> }
}

/**
 * Reads one numbered page of a list.
 *
 * @param total number of items in the whole list
 * @param sorted query of the whole list
 * @param itemOf converts a document
 */
export const listPage = async <Found, Item>(
  { page, pageSize }: NumberedPage,
  { total: totalCount, sorted }: { readonly total: PromiseLike<number>; readonly sorted: Sorted<Found> },
  itemOf: (found: Found) => Item,
): Promise<ItemPage<Item>> => {
  const [total, found] = await Promise.all([totalCount, sorted.skip((page - 1) * pageSize).limit(pageSize)])
  return { items: found.map((one) => itemOf(one)), page, pageSize, total }
}
