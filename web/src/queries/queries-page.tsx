import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const QueriesPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.databases}>
      <p />
    </ManagePage>
  )
}
