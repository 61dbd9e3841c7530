import { useInfiniteQuery } from '@tanstack/react-query'
import type { components, operations } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { operatorQuery, REFRESH_MS, readTurns } from './operator-client.ts'

export type TurnRun = components['schemas']['TurnRun']

/** What a page says of turns in its address. */
export type TurnSearch = {
  readonly show?: string
  readonly database?: string
  readonly problem?: string
  readonly organization?: string
}

export const VIEWS = ['all', 'running', 'failed', 'slow', 'cancelled'] as const
export type View = (typeof VIEWS)[number]

/** Which turns are looked at; all of them where the address says something else. */
export const viewOf = ({ show }: TurnSearch): View => VIEWS.find((view) => view === show) ?? 'all'

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

/** Ended turns are refreshed too, so that failures are seen. */
const IDLE_MS = 60_000

/**
 * Turns as the address narrows them, read again by themselves while the page is looked at.
 * @param isOperator whether those of all organizations are meant, else those of who is logged in
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
      // All pages that were loaded are read again: the more there are, the less often.
      return isMoving ? REFRESH_MS * Math.max(1, pages.length) : IDLE_MS
    },
    select: ({ pages }) => {
      // Between two pages a turn may have ended, and stand on both.
      const byRun = new Map(pages.flatMap(({ turns }) => turns.map((turn) => [keyOf(turn), turn] as const)))
      return [...byRun.values()]
    },
  })
}

const isRunning = ({ state }: TurnRun): boolean => state === 'running'

/** Of a turn that was run again, each run. */
export const keyOf = ({ turn_id: id, started_at: at }: TurnRun): string => `${id} ${at}`
