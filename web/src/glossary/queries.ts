import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import type { Glossary } from './glossary.ts'

const PATH = '/api/v1/databases/{database_id}/glossary'
const PAGE_SIZE = 50

export const readGlossary = async (id: string, signal?: AbortSignal): Promise<Glossary> => {
  const path = { database_id: id }
  const {
    tables = [],
    columns = [],
    phrases = [],
  } = (await plainClient.call('get', PATH, signal === undefined ? { path } : { path, signal })).data
  const withSynonyms = <Gloss extends { readonly synonyms?: readonly string[] }>(gloss: Gloss) => ({
    ...gloss,
    synonyms: gloss.synonyms ?? [],
  })
  return { tables: tables.map(withSynonyms), columns: columns.map(withSynonyms), phrases }
}

export const useGlossary = (id: string) =>
  useQuery({ queryKey: [PATH, id], queryFn: ({ signal }) => readGlossary(id, signal) })

/** Proposals learnt from choices of users. */
export const useTaughtProposals = (id: string) =>
  usePages(['/api/v1/glossary-proposals', id], (page, signal) =>
    plainClient.call('get', '/api/v1/glossary-proposals', {
      query: { page, page_size: PAGE_SIZE, database_id: id },
      signal,
    }),
  )
