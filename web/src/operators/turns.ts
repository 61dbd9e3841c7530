import { useInfiniteQuery } from '@tanstack/react-query'
import type { components, operations } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { operatorQuery, REFRESH_MS, readTurns } from './operator-client.ts'

export type TurnRun = components['schemas']['TurnRun']

/** The filter of turns in the URL. */
export type TurnSearch = {
  readonly show?: string
  readonly database?: string
  readonly problem?: string
  readonly organization?: string
}

export const VIEWS = ['all', 'running', 'failed', 'slow', 'cancelled'] as const
export type View = (typeof VIEWS)[number]

/** The selected view; all turns for an unknown value. */
const viewOf = ({ show }: TurnSearch): View => VIEWS.find((view) => view === show) ?? 'all'

type TurnQuery = NonNullable<operations['getTurns']['parameters']['query']>

const SLOW_SECONDS = '30'

const queryOf = (search: TurnSearch): TurnQuery => {
  const view = viewOf(search)
  const { database, problem, organization } = search
  return {
    ...(view === 'all' ? {} : view === 'slow' ? { min_seconds: SLOW_SECONDS } : { state: view }),
    ...(database === undefined ? {} : { database_id: database }),
    ...(problem === undefined ? {} : { problem }),
    ...(organization === undefined ? {} : { organization_id: organization }),
  }
}

/** Lists without running turns are refreshed too, so that failures appear. */
const IDLE_MS = 60_000

/**
 * Turns filtered by the URL, refreshed while the page is visible.
 * @param isOperator whether turns of all organizations are listed, else those of the user's own
 */
export const useTurns = (isOperator: boolean, search: TurnSearch) => {
  const query = queryOf(search)
  return useInfiniteQuery({
    queryKey: ['/api/v1/turns', isOperator, query],
    ...(isOperator ? operatorQuery : { staleTime: 0 }),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) => {
      const options = { query: cursor === '' ? query : { ...query, cursor }, signal }
      if (isOperator) return await readTurns(options)
      return (await plainClient.call('get', '/api/v1/turns', options)).data
    },
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : undefined),
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? []
      const isMoving = query.state === 'running' || pages.some(({ turns }) => turns.some(isRunning))
      // All loaded pages are read again: the more there are, the less often.
      return isMoving ? REFRESH_MS * Math.max(1, pages.length) : IDLE_MS
    },
    select: ({ pages }) => {
      // A turn that ends between two requests may be on both pages.
      const byRun = new Map(pages.flatMap(({ turns }) => turns.map((turn) => [keyOf(turn), turn] as const)))
      return [...byRun.values()]
    },
  })
}

const isRunning = ({ state }: TurnRun): boolean => state === 'running'

/** A turn may have several runs, so the key includes the start. */
export const keyOf = ({ turn_id: id, started_at: at }: TurnRun): string => `${id} ${at}`
