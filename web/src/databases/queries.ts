import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import type { Job } from './database.ts'

const PAGE_SIZE = 20
/** A review reads the database itself, so it is cached for some minutes. */
const REVIEW_STALE_MS = 5 * 60_000
const RUNNING_MS = 1_000
const IDLE_MS = 30_000

export const useDatabaseList = () =>
  usePages(['/api/v1/databases'], (page, signal) =>
    plainClient.call('get', '/api/v1/databases', {
      query: { page, page_size: PAGE_SIZE },
      signal,
    }),
  )

/** @param isAllowed whether the user may read it */
export const useDatabase = (id: string, isAllowed = true) =>
  useQuery({
    queryKey: ['/api/v1/databases/{database_id}', id],
    enabled: isAllowed,
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', '/api/v1/databases/{database_id}', { path: { database_id: id }, signal })).data,
  })

/** Entries to confirm, and differences between policy and schema. */
export const useReview = (id: string) =>
  useQuery({
    queryKey: ['/api/v1/databases/{database_id}/policy/review', id],
    staleTime: REVIEW_STALE_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = { database_id: id }
      return (await plainClient.call('get', '/api/v1/databases/{database_id}/policy/review', { path, signal })).data
    },
  })

export const isRunning = ({ status }: Pick<Job, 'status'>): boolean => status === 'queued' || status === 'running'

/** Indexing jobs, latest first; polled while one is running. */
export const useIndexJobs = () =>
  useQuery({
    queryKey: ['/api/v1/jobs'],
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', '/api/v1/jobs', { query: { page_size: 100 }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : IDLE_MS),
  })
