import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { Problem } from '../../domain/problem.ts'
import type { Route } from '../route.ts'

/** `GET /branding` */
export const getBranding = (app: App): Route => ({
  method: 'get',
  path: '/branding',
  needs: { permission: 'branding', keys: ANY_KEY, scope: 'optional' },
  async handle({ caller }) {
    const organization = await app.store.organization(caller)
    if (organization === undefined) throw new Problem('credentials_invalid')
    return organization.branding
  },
})
