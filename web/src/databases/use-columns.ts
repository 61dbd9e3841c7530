import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'

export interface Column {
  readonly name: string
  readonly type: string
}

/** Columns by table name, as in policies and glossaries. */
export type Columns = ReadonlyMap<string, readonly Column[]>

const PATH = '/api/v1/databases/{database_id}/schema'

export const useColumns = (id: string) =>
  useQuery({
    queryKey: [PATH, id],
    queryFn: async ({ signal }): Promise<Columns> => {
      const { data } = await plainClient.call('get', PATH, { path: { database_id: id }, signal })
      return new Map((data.tables ?? data.collections ?? []).map((table) => [tableName(table), columnsOf(table)]))
    },
  })

type Described = Readonly<Record<string, unknown>> & { readonly name: string }

const tableName = ({ schema, name }: Described): string => (typeof schema === 'string' ? `${schema}.${name}` : name)

/** Tables have columns, collections fields. */
const columnsOf = ({ columns, fields }: Described): readonly Column[] =>
  [columns, fields].flatMap((list) => (Array.isArray(list) ? list : [])).flatMap(columnOf)

const columnOf = (column: unknown): readonly Column[] => {
  if (typeof column !== 'object' || column === null || !('name' in column)) return []
  const { name } = column
  const type = 'type' in column && typeof column.type === 'string' ? column.type : ''
  return typeof name === 'string' ? [{ name, type }] : []
}
