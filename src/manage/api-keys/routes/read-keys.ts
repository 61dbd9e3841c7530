import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { PageQuery } from '../../../http/input.ts'
import { data, pages } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import { apiKeyItem, requireKey } from './api-key-item.ts'
import { ApiKeyItem, apiKeyPath } from './api-key-schema.ts'

/** `GET /api-keys` */
export const listApiKeys = (app: Pick<RouteParts, 'store'>) =>
  managing({
    method: 'get',
    path: '/api-keys',
    summary: 'List API keys, oldest first',
    description: 'Includes expired and revoked keys. The key itself cannot be retrieved again.',
    takes: z.object({ query: PageQuery }),
    gives: pages(ApiKeyItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.apiKeys.list(caller, numberedPage(query))
      return { ...page, items: items.map(apiKeyItem) }
    },
  })

/** `GET /api-keys/{api_key_id}` */
export const getApiKey = (app: Pick<RouteParts, 'store'>) =>
  managing({
    method: 'get',
    path: '/api-keys/:api_key_id',
    summary: 'Get an API key',
    takes: z.object({ params: apiKeyPath }),
    gives: data(ApiKeyItem),
    problems: ['api_key_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return apiKeyItem(await requireKey(app, caller, params.api_key_id))
    },
  })
