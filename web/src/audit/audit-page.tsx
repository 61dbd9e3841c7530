import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const AuditPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.audit}>
      <p />
    </ManagePage>
  )
}
