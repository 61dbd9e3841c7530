import { z } from 'zod'
import { MANAGING } from '../../../domain/access/permit.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingBody, BrandingItem } from './branding-schema.ts'

/** `POST /branding/preview` */
export const previewBranding = (app: Pick<RouteParts, 'config'>) =>
  endpoint({
    method: 'post',
    path: '/branding/preview',
    summary: 'Preview branding without storing it',
    description: 'Takes the same body as PUT, on any plan; stores nothing and fetches no logo.',
    takes: z.object({ body: BrandingBody }),
    gives: data(BrandingItem),
    problems: [],
    needs: MANAGING,
    async handle({ req, organization: { logos } }, { body }) {
      return brandingItem(req, app, { branding: body, ...(logos && { logos }) })
    },
  })
