import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import '../styles/branding.css'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { BRANDING } from './branding-data.ts'
import { BrandingFacts } from './branding-facts.tsx'
import { BrandingForm } from './branding-form.tsx'
import { brandingTexts } from './texts.ts'

/** Branding of the widget, shared answers and charts. */
export const BrandingPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.branding}>
      <p className="lead">{brandingTexts.lead}</p>
      <Content />
    </ManagePage>
  )
}

/** The plan feature for custom branding. */
const FEATURE = 'custom_api_access'

const Content = () => {
  const refresh = useRefresh()
  const branding = useQuery({
    queryKey: [BRANDING],
    queryFn: async ({ signal }) => (await plainClient.call('get', BRANDING, { signal })).data,
  })
  const organization = useQuery({
    queryKey: ['/api/v1/organization'],
    queryFn: async ({ signal }) => (await plainClient.call('get', '/api/v1/organization', { signal })).data,
  })
  /** Incremented to reset the form. */
  const [round, setRound] = useState(0)
  const again = async () => {
    await refresh(BRANDING)
    setRound((count) => count + 1)
  }
  return (
    <Loaded query={organization}>
      {({ features, plan }) => (
        <Loaded query={branding}>
          {(stored) =>
            features.includes(FEATURE) ? (
              <BrandingForm key={round} stored={stored} onTakeTheirs={() => void again()} />
            ) : (
              <BrandingFacts stored={stored} plan={plan} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}
