import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'

export const WebhooksPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.webhooks}>
      <p />
    </ManagePage>
  )
}
