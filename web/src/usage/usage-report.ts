import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'

export type UsageReport = components['schemas']['UsageReport']
export type UsageGroup = UsageReport['group_by']

/** Usage in a range of days; default: the billing period. */
export const useUsage = ({ from, to }: { readonly from?: string; readonly to?: string }, group_by: UsageGroup) =>
  useQuery({
    queryKey: ['/api/v1/usage', from, to, group_by],
    queryFn: async ({ signal }) => {
      const query = { group_by, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      return (await plainClient.call('get', '/api/v1/usage', { query, signal })).data
    },
  })
