import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { plainClient } from '../api/clients.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ChangePlan } from './change-plan.tsx'
import { type Billing, stateText } from './state-text.ts'
import { billingTexts } from './texts.ts'

/** Subscription, included limits, and the way to change the plan. */
export const BillingPage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.billing} needs="owner">
      <Content />
    </ManagePage>
  )
}

const LIMITS = [
  ...(['questions_per_month', 'databases', 'indexing_per_month', 'tokens_per_month'] as const),
  ...(['concurrent_requests', 'requests_per_minute'] as const),
]

const Content = () => {
  const { checkout } = useSearch({ from: '/logged-in/billing' })
  const billing = useQuery({
    queryKey: ['/api/v1/billing'],
    queryFn: async ({ signal }) => (await plainClient.call('get', '/api/v1/billing', { signal })).data,
  })
  return (
    <>
      {checkout === 'done' && <p className="notice">{billingTexts.done}</p>}
      {checkout === 'cancelled' && <p className="notice">{billingTexts.cancelled}</p>}
      <Loaded query={billing}>
        {(found) => (
          <>
            <Plan billing={found} />
            <section aria-labelledby="change">
              <h2 id="change">{billingTexts.change}</h2>
              <ChangePlan billing={found} />
            </section>
            <Allowed />
          </>
        )}
      </Loaded>
    </>
  )
}

const Plan = ({ billing }: { readonly billing: Billing }) => {
  const texts = useTexts()
  const { text, isWarning } = stateText(billing, texts)
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">
        {billingTexts.plan}: {billingTexts.plans[billing.plan]}
      </h2>
      <p className={isWarning ? 'notice warn' : 'hint'}>{text}</p>
    </section>
  )
}

const Allowed = () => {
  const texts = useTexts()
  const organization = useQuery({
    queryKey: ['/api/v1/organization'],
    queryFn: async ({ signal }) => (await plainClient.call('get', '/api/v1/organization', { signal })).data,
  })
  return (
    <section aria-labelledby="allows">
      <h2 id="allows">{billingTexts.allows}</h2>
      <Loaded query={organization}>
        {({ limits }) => (
          <dl className="facts">
            {LIMITS.map((name) => {
              const limit = limits[name]
              return (
                <div key={name}>
                  <dt>{billingTexts.limits[name]}</dt>
                  <dd>{limit === null ? billingTexts.unlimited : formatNumber(limit, texts)}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </Loaded>
      <p className="actions">
        <Link to="/usage">{billingTexts.usage}</Link>
      </p>
    </section>
  )
}
