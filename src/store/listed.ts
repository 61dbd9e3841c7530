import type { Listed, NumberedPage } from '../platform/values/page.ts'

/** A query that has not been sent yet. */
interface Sorted<Found> {
  skip(count: number): { limit(count: number): PromiseLike<readonly Found[]> }
}

/**
 * One numbered page of a list.
 *
 * @param total counts the whole list
 * @param sorted finds it, in its order
 * @param itemOf makes an item of what is found
 */
export const listed = async <Found, Item>(
  { page, pageSize }: NumberedPage,
  { total: counted, sorted }: { readonly total: PromiseLike<number>; readonly sorted: Sorted<Found> },
  itemOf: (found: Found) => Item,
): Promise<Listed<Item>> => {
  const [total, found] = await Promise.all([counted, sorted.skip((page - 1) * pageSize).limit(pageSize)])
  return { items: found.map((one) => itemOf(one)), page, pageSize, total }
}
