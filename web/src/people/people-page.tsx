import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const PeoplePage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.people}>
      <p />
    </ManagePage>
  )
}
