import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const SsoSettingsPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.sso} needs="owner">
      <p />
    </ManagePage>
  )
}
