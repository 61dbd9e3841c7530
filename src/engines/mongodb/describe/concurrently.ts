/** Does the same to each item, a few at a time; the results are in the order of the items. */
export const concurrently = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  const entries = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
