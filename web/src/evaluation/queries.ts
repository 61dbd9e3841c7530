import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'

export type Evaluation = components['schemas']['Evaluation']
export type Report = components['schemas']['EvaluationReport']
export type Mistake = components['schemas']['EvaluationMistake']
export type Sample = components['schemas']['EvaluationRows']

const RUNNING_MS = 2_000

export const VERDICTS = ['right', 'declined', 'wrong', 'failed'] as const

/** The runs of the organization or of one database, newest first. */
export const useEvaluations = (databaseId?: string) =>
  usePages(['/api/v1/evaluations', databaseId], (page, signal) =>
    plainClient.call('get', '/api/v1/evaluations', {
      query: { page, ...(databaseId === undefined ? {} : { database_id: databaseId }) },
      signal,
    }),
  )

/** One run with its results, polled while it is running. @param other the run to compare with */
export const useReport = (id: string, other: string | undefined) =>
  useQuery({
    queryKey: ['/api/v1/evaluations/{evaluation_id}', id, other],
    queryFn: async ({ signal }) => {
      const query = other === undefined ? {} : { with: other }
      const path = { evaluation_id: id }
      return (await plainClient.call('get', '/api/v1/evaluations/{evaluation_id}', { path, query, signal })).data
    },
    // Another comparison of the same run changes only that part.
    placeholderData: (before) => (before?.id === id ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_MS : false),
  })
