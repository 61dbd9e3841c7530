import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const BrandingPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.branding}>
      <p />
    </ManagePage>
  )
}
