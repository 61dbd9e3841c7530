import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const BillingPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.billing} needs="owner">
      <p />
    </ManagePage>
  )
}
