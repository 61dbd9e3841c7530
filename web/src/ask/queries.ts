import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ResultRows } from '../../../clients/typescript/src/index.ts'
import { askingClient, type Identity, plainClient, readingClient } from '../api/clients.ts'

const MESSAGES = 50
const CONVERSATIONS = 30

/** Databases that the user may ask. */
export const useDatabases = () =>
  useQuery({
    queryKey: ['/api/v1/chat/databases'],
    queryFn: async ({ signal }) => (await plainClient.call('get', '/api/v1/chat/databases', { signal })).data.databases,
  })

/** Suggested first questions. @param isReady whether the identity is complete */
export const useStarters = (databaseId: string | undefined, identity: Identity, isReady: boolean) =>
  useQuery({
    queryKey: ['/api/v1/databases/{database_id}/questions', databaseId, identity],
    enabled: databaseId !== undefined && isReady,
    queryFn: async ({ signal }) => {
      const path = { database_id: databaseId ?? '' }
      const client = askingClient(identity)
      return (await client.call('get', '/api/v1/databases/{database_id}/questions', { path, signal })).data.questions
    },
  })

/** Conversations of the user, latest first. @param search words of the title */
export const useConversations = (identity: Identity, search: string) =>
  useInfiniteQuery({
    queryKey: ['conversations', identity.scopeId ?? '', search],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: CONVERSATIONS,
        mine: 'true' as const,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
        ...(search === '' ? {} : { search }),
      }
      return (await readingClient(identity).call('get', '/api/v1/chat/conversations', { query, signal })).data
    },
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : undefined),
  })

/** A conversation with its title, owner, database and running turn. */
export const useConversation = (identity: Identity, id: string | undefined) =>
  useQuery({
    queryKey: ['conversation', id],
    enabled: id !== undefined,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) => {
      const path = { conversation_id: id ?? '' }
      const { data } = await readingClient(identity).call('get', '/api/v1/chat/{conversation_id}/history', {
        path,
        signal,
      })
      return data
    },
  })

/** The messages of a conversation, newest first, page by page. */
export const useMessages = (identity: Identity, id: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['messages', id],
    enabled: id !== undefined,
    initialPageParam: '',
    refetchOnWindowFocus: 'always',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: MESSAGES,
        conversation_id: id ?? '',
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      }
      return (await readingClient(identity).call('get', '/api/v1/chat/history', { query, signal })).data
    },
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : undefined),
  })

/** The rows of a stored answer. @param part counted from 1; undefined: of its first query */
export const useRows = (
  identity: Identity,
  messageId: string | undefined,
  part: number | undefined,
  isWanted: boolean,
) =>
  useQuery({
    queryKey: ['rows', messageId, part],
    enabled: isWanted && messageId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ResultRows> => {
      const data = await readingClient(identity).results(messageId ?? '', { part, signal })
      const { columns, rows, row_count: rowCount, truncated, left_out: leftOut } = data
      return { columns, rows, rowCount, truncated, leftOut }
    },
  })

/** Refetches a conversation and the list of conversations. */
export const refreshConversation = (queries: QueryClient, id: string | undefined): void => {
  void queries.invalidateQueries({ queryKey: ['conversations'] })
  if (id === undefined) return
  void queries.invalidateQueries({ queryKey: ['conversation', id] })
  void queries.invalidateQueries({ queryKey: ['messages', id] })
}
