import { z } from 'zod'
import { KEY_PERMISSIONS, MANAGING, requireGrantable } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { NOTHING } from '../../../http/input.ts'
import { ssoRedirectUriAt } from '../../../http/public-url.ts'
import { data, status } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { ssoItem, ssoRequest } from './sso-item.ts'
import { SsoConfigurationBody, SsoConfigurationItem } from './sso-schema.ts'

type Parts = Pick<RouteParts, 'accounts' | 'store'>

/** Owners only: the configuration decides who may log in, so it would allow privilege escalation. */
const ROLES = ['owner'] as const

/** `GET /sso/config` */
export const getSsoConfig = ({ accounts }: Parts) =>
  managing({
    method: 'get',
    path: '/sso/config',
    summary: 'Get the single sign-on configuration',
    takes: NOTHING,
    gives: data(SsoConfigurationItem),
    problems: ['sso_not_configured'],
    needs: { ...MANAGING, roles: ROLES },
    async handle({ caller, publicUrl }) {
      return ssoItem(await accounts.sso(caller), ssoRedirectUriAt(publicUrl))
    },
  })

/** `PUT /sso/config` */
export const putSsoConfig = (app: Parts) =>
  audited(app, {
    method: 'put',
    path: '/sso/config',
    summary: 'Configure single sign-on (OpenID Connect)',
    description:
      'Replaces the configuration. The provider is not contacted: the first login shows whether the configuration works. An issuer on a private address is refused. Sessions of another issuer or client end; if SSO is required, password sessions end too, except those of owners. An API key needs all permissions, because this configuration decides who may log in and with which role.',
    takes: z.object({ body: SsoConfigurationBody }),
    gives: data(SsoConfigurationItem),
    problems: ['permission_missing'],
    roles: ROLES,
    audits: 'sso.configured',
    async change({ caller, publicUrl, permissions }, { body }, record) {
      requireGrantable(permissions, KEY_PERMISSIONS)
      const recorded = { subject: String(caller.organizationId), changes: changesOf(body, ['client_secret']) }
      const saved = await app.accounts.configureSso(caller, ssoRequest(body), (write) => record(recorded, write))
      return ssoItem(saved, ssoRedirectUriAt(publicUrl))
    },
  })

/** `DELETE /sso/config` */
export const deleteSsoConfig = (app: Parts) =>
  audited(app, {
    method: 'delete',
    path: '/sso/config',
    summary: 'Delete the single sign-on configuration',
    description: 'Sessions that were started by SSO end. Users without a password can then no longer log in.',
    takes: NOTHING,
    gives: status('Removed.'),
    problems: ['sso_not_configured'],
    roles: ROLES,
    audits: 'sso.removed',
    removed: (_input, { caller }) => ({ subject: String(caller.organizationId), answer: REMOVED }),
    async change({ caller }, _input, record) {
      const removed = { subject: String(caller.organizationId), changes: [] }
      await app.accounts.removeSso(caller, (write) => record(removed, write))
      return REMOVED
    },
  })

const REMOVED = 'Single sign-on was removed.'
