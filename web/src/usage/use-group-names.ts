import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { formatUtcDay } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { usageTexts } from './texts.ts'
import type { UsageGroup } from './usage-report.ts'

/** The maximum page size of the service. */
const query = { page_size: 100 }

interface Named {
  readonly id: string | number
  readonly name: string | null
}

const READERS: { readonly [Group in UsageGroup]?: (signal: AbortSignal) => Promise<readonly Named[]> } = {
  database: async (signal) => (await plainClient.call('get', '/api/v1/databases', { query, signal })).data,
  key: async (signal) => (await plainClient.call('get', '/api/v1/api-keys', { query, signal })).data,
  user: async (signal) =>
    (await plainClient.call('get', '/api/v1/users', { query, signal })).data.map(({ id, email }) => ({
      id,
      name: email,
    })),
}

/** The display name of a group; its id if it was deleted, or is not on the first page. */
export const useGroupNames = (by: UsageGroup): ((group: string | null) => string) => {
  const texts = useTexts()
  const read = READERS[by]
  const { data = [] } = useQuery({
    queryKey: ['/api/v1/usage', 'names', by],
    enabled: read !== undefined,
    queryFn: async ({ signal }) => (await read?.(signal)) ?? [],
  })
  const names = new Map(data.map(({ id, name }) => [String(id), name]))
  return (group) => {
    if (group === null) return usageTexts.noGroup
    if (by === 'day') return formatUtcDay(group, texts)
    if (by === 'model' && group === 'builtin') return texts.receipt.builtin
    return names.get(group) ?? group
  }
}
