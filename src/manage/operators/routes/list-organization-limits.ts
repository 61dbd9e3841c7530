import { z } from 'zod'
import { data } from '../../../http/reply.ts'
import { operatorEndpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import type { OrganizationInUse } from '../organizations-in-use.ts'
import { LimitsQuery, OrganizationLimits } from './operator-schema.ts'

/** `GET /operators/limits` */
export const listOrganizationLimits = (app: Pick<RouteParts, 'organizations' | 'temporal'>) =>
  operatorEndpoint({
    method: 'get',
    path: '/operators/limits',
    summary: 'List limits and usage of organizations with running turns (operators)',
    takes: z.object({ query: LimitsQuery }),
    gives: data(OrganizationLimits),
    problems: ['worker_unavailable'],
    async handleOperator(_exchange, { query }) {
      const { organizations, truncated } = await app.organizations.inUse(app.temporal.turnRuns, query.organization_id)
      return { organizations: organizations.map(limitsItem), truncated }
    },
  })

const limitsItem = ({ data: { id, name, plan, usage }, running }: OrganizationInUse) => ({
  organization_id: id,
  name,
  plan,
  running,
  places: usage.concurrent_requests,
  questions: usage.questions_per_month,
  requests_per_minute: usage.requests_per_minute,
  tokens: usage.tokens_per_month,
})
