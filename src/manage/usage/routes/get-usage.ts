import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { data } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { usageRange } from '../rules/usage-range.ts'
import { UsageQuery, UsageReport } from './usage-schema.ts'

/** `GET /usage` */
export const getUsage = (app: Pick<RouteParts, 'organizations'>) =>
  managing({
    method: 'get',
    path: '/usage',
    summary: 'Get usage by day, database, key, model or user, and the remaining quota of the billing period',
    takes: z.object({ query: UsageQuery }),
    gives: data(UsageReport),
    problems: [],
    needs: MANAGING,
    async handle({ organization }, { query: { from, to, group_by: by } }) {
      const { billingDay } = organization
      const range = usageRange({ from, to }, { billingDay, now: Date.now() })
      return await app.organizations.usage(organization, { ...range, by })
    },
  })
