import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'

export type Key = components['schemas']['ApiKey']
export type ShownKey = components['schemas']['ShownApiKey']
export type Database = components['schemas']['Database']
export type Permission = NonNullable<Key['permissions']>[number]
export type AnswerDetail = NonNullable<Key['answer_details']>[number]

const DATABASES = '/api/v1/databases'
const IDENTITY = '/api/v1/databases/{database_id}/identity'

/** All databases of the organization, because a key is for one of them or for all. */
export const useDatabases = () =>
  useQuery({
    queryKey: [DATABASES, 'all'],
    queryFn: async ({ signal }) => {
      const found: Database[] = []
      for (let page = 1, isMore = true; isMore; page++) {
        const { data, pagination } = await plainClient.call('get', DATABASES, {
          query: { page, page_size: 100 },
          signal,
        })
        found.push(...data)
        isMore = pagination.has_next
      }
      return found
    },
  })

/** Whether public keys of a database need identity tokens; undefined without a database. */
export const useIdentity = (database: Database | undefined) =>
  useQuery({
    queryKey: [IDENTITY, database?.id],
    enabled: database !== undefined,
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', IDENTITY, { path: { database_id: database?.id ?? '' }, signal })).data.identity,
  })

/** Whether a public key of a database may use any tenant; false while unknown. */
export const useNamesAnyTenant = (database: Database | undefined): boolean => {
  const { data: identity } = useIdentity(database?.requires_organization_scoping === true ? database : undefined)
  return identity !== undefined && identity !== 'required'
}
