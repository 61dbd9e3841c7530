import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import type { Policy } from './policy.ts'

export const readPolicy = async (id: string, signal?: AbortSignal): Promise<Policy> => {
  const path = { database_id: id }
  const options = signal === undefined ? { path } : { path, signal }
  return (await plainClient.call('get', '/api/v1/databases/{database_id}/policy', options)).data
}

export const usePolicy = (id: string) =>
  useQuery({
    queryKey: ['/api/v1/databases/{database_id}/policy', id],
    queryFn: ({ signal }) => readPolicy(id, signal),
  })
