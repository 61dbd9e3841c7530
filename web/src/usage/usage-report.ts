import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'

export type UsageReport = components['schemas']['UsageReport']
export type UsageGroup = UsageReport['group_by']

/** What was used on some days; those of the billing period unless said otherwise. */
export const useUsage = ({ from, to }: { readonly from?: string; readonly to?: string }, group_by: UsageGroup) =>
  useQuery({
    queryKey: ['/api/v1/usage', from, to, group_by],
    queryFn: async ({ signal }) => {
      const query = { group_by, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      return (await plainClient.call('get', '/api/v1/usage', { query, signal })).data
    },
  })
