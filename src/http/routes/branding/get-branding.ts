import { ANY_KEY } from '../../../domain/access/permit.ts'
import { NOTHING } from '../../input.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import { brandingItem } from './branding-item.ts'
import { BrandingItem } from './branding-schema.ts'

/** `GET /branding` */
export const getBranding = () =>
  endpoint({
    method: 'get',
    path: '/branding',
    summary: 'Colours, logos and widget theme of the organization',
    takes: NOTHING,
    gives: data(BrandingItem),
    problems: [],
    needs: { permission: 'branding', keys: ANY_KEY, scope: 'optional', sameForAllTenants: true },
    async handle({ organization }) {
      return brandingItem(organization.branding)
    },
  })
