import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'

export type Policy = components['schemas']['Policy']
export type PolicyPreview = components['schemas']['PolicyPreview']
export type PreviewedTable = PolicyPreview['tables'][number]

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
