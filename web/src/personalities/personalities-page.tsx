import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const PersonalitiesPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.personalities}>
      <p />
    </ManagePage>
  )
}
