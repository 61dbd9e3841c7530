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

/** Columns by the name of their table, as policies name it. */
export const useColumns = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['/api/v1/databases/{database_id}/schema', id],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly string[]>> => {
      const path = { database_id: id }
      const { data } = await plainClient.call('get', '/api/v1/databases/{database_id}/schema', { path, signal })
      return new Map((data.tables ?? data.collections ?? []).map((table) => [tableName(table), columnNames(table)]))
    },
  })

type Described = Readonly<Record<string, unknown>> & { readonly name: string }

const tableName = ({ schema, name }: Described): string => (typeof schema === 'string' ? `${schema}.${name}` : name)

/** Tables have columns, collections fields. */
const columnNames = ({ columns, fields }: Described): readonly string[] =>
  [columns, fields].flatMap((list) => (Array.isArray(list) ? list : [])).flatMap(nameOf)

const nameOf = (column: unknown): readonly string[] =>
  typeof column === 'object' && column !== null && 'name' in column && typeof column.name === 'string'
    ? [column.name]
    : []
