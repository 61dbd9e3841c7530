import type { SsoConfiguration } from '../../domain/account/sso-configuration.ts'
import { ssoRedirectUriAt } from '../../http/public-url.ts'
import { ssoItem } from '../../http/routes/sso/sso-item.ts'
import type { Operator } from '../with-store.ts'

/** As `GET /sso/config` has it; its redirect URI is null where nobody here knows how the service is reached. */
export const shownSso = ({ config, place }: Pick<Operator, 'config' | 'place'>, found: SsoConfiguration) => {
  const base = config.publicUrl ?? place.baseUrl
  const redirectUri = base === undefined ? null : ssoRedirectUriAt(base)
  return { organization_id: found.organizationId, ...ssoItem(found, redirectUri) }
}
