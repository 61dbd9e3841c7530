import { Link } from '@tanstack/react-router'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Sso } from './sso-values.ts'
import { ssoTexts } from './texts.ts'

interface SsoFactsProps {
  readonly sso: Sso
  readonly organizationId: number
}

/** Whether SSO is on, and the redirect URL for the provider. */
export const SsoFacts = ({ sso, organizationId }: SsoFactsProps) => {
  const texts = useTexts()
  return (
    <section>
      <dl className="facts">
        <div>
          <dt>{ssoTexts.state}</dt>
          <dd className="state" data-kind={sso.enabled ? 'ok' : 'warn'}>
            {sso.enabled ? ssoTexts.enabledState : ssoTexts.disabledState}
          </dd>
        </div>
        <div>
          <dt>{ssoTexts.redirectUri}</dt>
          <dd>
            <code>{sso.redirect_uri}</code> <CopyButton text={sso.redirect_uri} label={texts.copy} />
            <p className="hint">{ssoTexts.redirectHint}</p>
          </dd>
        </div>
        <div>
          <dt>{ssoTexts.changedAt}</dt>
          <dd>{formatMoment(sso.updated_at, texts)}</dd>
        </div>
      </dl>
      {sso.enabled && (
        <p className="actions">
          <Link className="button" to="/sso" search={{ organization: String(organizationId) }} target="_blank">
            {ssoTexts.tryIt}
          </Link>
        </p>
      )}
    </section>
  )
}
