import type { ItemPage, NumberedPage } from '../platform/values/page.ts'

/** A sorted list, such as a query of one collection. */
interface SortedList<Item> {
  count(): PromiseLike<number>
  read(skip: number, limit: number): PromiseLike<readonly Item[]>
}

/**
 * Reads one numbered page of two sorted lists merged into one. Of each list, only items that can be on the page or
 * compete for it are read: those that certainly precede the page are skipped by the server.
 *
 * @param compare the order of both lists; of equal items, those of the first list come first
 */
export const mergedPage = async <Item>(
  { page, pageSize }: NumberedPage,
  [first, second]: readonly [SortedList<Item>, SortedList<Item>],
  compare: (one: Item, other: Item) => number,
): Promise<ItemPage<Item>> => {
  const [firstCount, secondCount] = await Promise.all([first.count(), second.count()])
  const total = firstCount + secondCount
  const start = (page - 1) * pageSize
  if (start >= total) return { items: [], page, pageSize, total }
  const end = start + pageSize
  // At most all items of the other list are among the `start` items before the page; the rest are of this one.
  const [firstSkip, secondSkip] = [Math.max(0, start - secondCount), Math.max(0, start - firstCount)]
  const [ofFirst, ofSecond] = await Promise.all([
    first.read(firstSkip, end - firstSkip),
    second.read(secondSkip, end - secondSkip),
  ])
  const skipped = firstSkip + secondSkip
  const items = [...ofFirst, ...ofSecond].toSorted(compare).slice(start - skipped, end - skipped)
  return { items, page, pageSize, total }
}
