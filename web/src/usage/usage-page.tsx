import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const UsagePage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.usage}>
      <p />
    </ManagePage>
  )
}
