import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const KeysPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.keys}>
      <p />
    </ManagePage>
  )
}
