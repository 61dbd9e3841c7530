import { plainClient } from '../api/clients.ts'
import { useAction } from '../api/use-action.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChoiceField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { Billing } from './state-text.ts'
import { billingTexts } from './texts.ts'

/** Buys or changes a plan: at the payment processor, or through the operator of the service. */
export const ChangePlan = ({ billing }: { readonly billing: Billing }) => {
  const { plans, processor, status } = billing
  if (plans.length === 0) return <p className="hint">{billingTexts.manual}</p>
  const isBought = processor !== 'manual'
  const isRunning = isBought && status !== 'canceled' && status !== 'none'
  return (
    <>
      <p className="hint">{billingTexts.processorHint}</p>
      {!isRunning && <CheckoutForm billing={billing} />}
      {isBought && <PortalButton isPrimary={isRunning} />}
    </>
  )
}

const CheckoutForm = ({ billing: { plan: current, plans } }: { readonly billing: Billing }) => {
  const form = useForm({
    names: ['plan'],
    check: () => ({}),
    send: async ({ plan: said }) => {
      const plan = plans.find((one) => one === said)
      if (plan === undefined) return
      const { data } = await plainClient.call('post', '/api/v1/billing/checkout', { body: { plan } })
      location.assign(data.url)
    },
  })
  return (
    <form {...form.props}>
      <ChoiceField
        label={billingTexts.plan}
        error={form.errors.plan}
        name="plan"
        choices={plans.map((plan) => [plan, billingTexts.plans[plan]])}
        defaultValue={plans.includes(current) ? current : undefined}
      />
      <SubmitRow form={form} label={billingTexts.toCheckout} busy={billingTexts.opening} />
    </form>
  )
}

const PortalButton = ({ isPrimary }: { readonly isPrimary: boolean }) => {
  const opening = useAction(async () => {
    const { data } = await plainClient.call('post', '/api/v1/billing/portal', { body: {} })
    location.assign(data.url)
  })
  return (
    <>
      {opening.error !== null && <ErrorNotice error={opening.error} />}
      <p className="actions">
        <button
          type="button"
          className={isPrimary ? 'primary' : undefined}
          aria-disabled={opening.isBusy}
          onClick={() => opening.isBusy || opening.run()}
        >
          {opening.isBusy ? billingTexts.opening : isPrimary ? billingTexts.toPortal : billingTexts.invoices}
        </button>
      </p>
    </>
  )
}
