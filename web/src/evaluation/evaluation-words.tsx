import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { localeOf } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { Evaluation } from './queries.ts'
import { evaluationTexts as says } from './texts.ts'

const KINDS = { running: undefined, finished: 'ok', stopped: 'warn', failed: 'danger' } as const

export const RunState = ({ status }: Pick<Evaluation, 'status'>) => (
  <span className="state" data-kind={KINDS[status]}>
    {says.statuses[status]}
  </span>
)

export const plannerNames = (planners: readonly string[]): string =>
  planners.map((planner) => (planner === 'builtin' ? says.builtin : planner.replace(/^model:/, ''))).join(', ')

/** A share as percentage with one decimal, or a dash if there is none. */
export const useShare = () => {
  const texts = useTexts()
  const format = new Intl.NumberFormat(localeOf(texts), { style: 'percent', maximumFractionDigits: 1 })
  return (share: number | null): string => (share === null ? '—' : format.format(share))
}

/** Databases that can be evaluated. */
export const useDatabases = () =>
  useQuery({
    queryKey: ['/api/v1/databases', 'evaluated'],
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', '/api/v1/databases', { query: { page_size: 100 }, signal })).data,
  })

/** The name of a database, or its id if it was removed. */
export const useDatabaseName = () => {
  const { data } = useDatabases()
  return (id: string): string => data?.find((database) => database.id === id)?.name ?? id
}
