import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { plainClient } from '../api/clients.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { RemovalSection } from './removal-section.tsx'
import { SecretSection } from './secret-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { DeliveriesSection, StateSection } from './state-section.tsx'
import { webhookTexts } from './texts.ts'

/** One webhook: state, settings, secret, and removal. */
export const WebhookPage = () => {
  const { pages } = useTexts()
  const back = (
    <p className="back">
      <Link to="/webhooks">{pages.webhooks}</Link>
    </p>
  )
  return (
    <ManagePage title={webhookTexts.one} tabs={back}>
      <Content />
    </ManagePage>
  )
}

const Content = () => {
  const { webhook: id } = useParams({ from: '/logged-in/webhooks/$webhook' })
  const webhook = useQuery({
    queryKey: ['/api/v1/webhooks/{webhook_id}', id],
    queryFn: async ({ signal }) => {
      const path = { webhook_id: id }
      return (await plainClient.call('get', '/api/v1/webhooks/{webhook_id}', { path, signal })).data
    },
  })
  return (
    <Loaded query={webhook}>
      {(found) => (
        <>
          <StateSection webhook={found} />
          <DeliveriesSection webhook={found} />
          <SettingsSection webhook={found} />
          <SecretSection webhook={found} />
          <RemovalSection webhook={found} />
        </>
      )}
    </Loaded>
  )
}
