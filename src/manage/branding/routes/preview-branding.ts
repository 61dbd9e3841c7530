import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingBody, BrandingItem } from './branding-schema.ts'

/** `POST /branding/preview` */
export const previewBranding = endpoint({
  method: 'post',
  path: '/branding/preview',
  summary: 'Preview branding without storing it',
  description: 'Takes the same body as PUT, on any plan; stores nothing and fetches no logo.',
  takes: z.object({ body: BrandingBody }),
  gives: data(BrandingItem),
  problems: [],
  needs: MANAGING,
  async handle({ publicUrl, organization: { logos } }, { body }) {
    return brandingItem(publicUrl, { branding: body, ...(logos && { logos }) })
  },
})
