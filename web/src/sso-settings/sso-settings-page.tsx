import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { SsoContent } from './sso-content.tsx'

/** SSO of the organization at its identity provider. */
export const SsoSettingsPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.sso} needs="owner">
      <SsoContent />
    </ManagePage>
  )
}
