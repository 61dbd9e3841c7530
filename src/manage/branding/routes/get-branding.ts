import { ANY_KEY } from '../../../access/rules/permit.ts'
import { NOTHING } from '../../../http/input.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingItem } from './branding-schema.ts'

/** `GET /branding` */
export const getBranding = endpoint({
  method: 'get',
  path: '/branding',
  summary: 'Get the branding: colours, logos and widget theme',
  takes: NOTHING,
  gives: data(BrandingItem),
  problems: [],
  needs: { permission: 'branding', keys: ANY_KEY, scope: 'optional', sameForAllTenants: true },
  async handle({ publicUrl, organization }) {
    return brandingItem(publicUrl, organization)
  },
})
