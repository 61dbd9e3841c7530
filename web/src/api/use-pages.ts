import { useInfiniteQuery } from '@tanstack/react-query'

/** One page of a list, as the service numbers them. */
interface Page<Item> {
  readonly data: readonly Item[]
  readonly pagination: { readonly current_page: number; readonly has_next: boolean; readonly total_items: number }
}

/**
 * A list that is loaded page by page on demand.
 * @param key the path first, so that `useRefresh` finds it
 * @param read a page, counted from 1
 */
export const usePages = <Item>(
  key: readonly [string, ...unknown[]],
  read: (page: number, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  useInfiniteQuery({
    queryKey: key,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.current_page + 1 : undefined),
    select: ({ pages }) => ({
      items: pages.flatMap(({ data }) => data),
      total: pages[0]?.pagination.total_items ?? 0,
    }),
  })
