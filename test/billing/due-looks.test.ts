import { reconcileDueCustomers } from '../../src/manage/billing/due-reconciliations.ts'
import { managedBilling } from '../../src/manage/billing/managed-billing.ts'
import { manualProcessor } from '../../src/manage/billing/manual-processor.ts'
import { openProcessor } from '../../src/manage/billing/open-processor.ts'
import type { ScriptedSubscription } from '../support/payment-server.ts'
import { type BillingBench, type Buyer, billingBench } from './billing-bench.ts'

let bench: BillingBench
beforeAll(async () => {
  bench = await billingBench({ TABLETALK_LIMITS: 'memory' })
})
afterAll(() => bench.close())
afterEach(() => bench.payments.misbehave(undefined))

const HOUR_MS = 60 * 60_000
/** More customers than this file creates. */
const CUSTOMERS_MAX = 100
const { signal } = new AbortController()
const lookUpDue = () => bench.platform.app.billing.reconcileDue(signal)

interface Payer {
  readonly buyer: Buyer
  readonly subscription: ScriptedSubscription
}

/** A paying customer whose subscription is stored. */
const payer = async (): Promise<Payer> => {
  const { payments, tell } = bench
  const buyer = await bench.buyer()
  const subscription = payments.pay(await buyer.checkout())
  await tell(payments.event('customer.subscription.created', subscription))
  return { buyer, subscription }
}

const dueSince = ({ buyer }: Payer, ms: number) =>
  bench.platform.app.store.organizations.setReconciliationDue(buyer, new Date(Date.now() - ms))

const looksAt = ({ subscription: { customer } }: Payer) =>
  bench.payments.requests.filter(({ path }) => path.startsWith(`/v1/subscriptions?customer=${customer}`)).length

/** Takes everything due by then, so that nothing is left for other tests. */
const allDue = async (at: Date) => {
  const { store } = bench.platform.app
  const customers: string[] = []
  for (let count = 0; count < CUSTOMERS_MAX; count++) {
    const due = await store.organizations.leaseDueReconciliation(at, new Date(at.getTime() + 365 * 24 * HOUR_MS))
    if (due === undefined) return customers
    customers.push(due.customerId)
  }
  throw new Error('somebody is due again and again')
}

describe('a customer whose events were lost', () => {
  it('is reconciled once a day and written as after an event', async () => {
    const { payments } = bench
    const one = await payer()
    payments.change(one.subscription.id, { cancel_at: 4_000_000_000 })
    await lookUpDue()
    expect(await one.buyer.billing()).toMatchObject({ ends_at: null })
    await dueSince(one, 1)
    await lookUpDue()
    expect(await one.buyer.billing()).toMatchObject({ ends_at: '2096-10-02T07:06:40.000Z' })
    expect((await one.buyer.processorEntries())[0]).toEqual({
      outcome: 'done',
      changes: [{ field: 'ends_at', value: '2096-10-02T07:06:40.000Z' }],
    })
    const before = looksAt(one)
    await lookUpDue()
    expect(looksAt(one)).toBe(before)
    const now = Date.now()
    expect(await allDue(new Date(now + 23 * HOUR_MS))).not.toContain(one.subscription.customer)
    expect(await allDue(new Date(now + 25 * HOUR_MS))).toContain(one.subscription.customer)
  })

  it('is reconciled an hour after a checkout started', async () => {
    const buyer = await bench.buyer()
    bench.payments.pay(await buyer.checkout())
    const now = Date.now()
    expect(await allDue(new Date(now + HOUR_MS / 2))).toEqual([])
    expect(await allDue(new Date(now + 1.5 * HOUR_MS))).toEqual([await buyer.customer()])
    await bench.platform.app.store.organizations.setReconciliationDue(buyer, new Date(now))
    await lookUpDue()
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', processor: 'stripe' })
  })

  it('is reconciled by one of several concurrent processes', async () => {
    const { app } = bench.platform
    const { stripe, trialDays } = app.config.payments
    const processor = openProcessor(stripe)
    const rest = { portalUrl: undefined, trialDays, observe: () => {}, mayReconcile: async () => true }
    const another = managedBilling({ store: app.store, processor, ...rest })
    const payers = [await payer(), await payer(), await payer(), await payer(), await payer()]
    for (const one of payers) await dueSince(one, 1)
    const before = payers.map(looksAt)
    await Promise.all([lookUpDue(), lookUpDue(), another.reconcileDue(signal)])
    expect(payers.map((one, at) => looksAt(one) - (before[at] ?? 0))).toEqual([1, 1, 1, 1, 1])
  })

  it('is reconciled again an hour after the process that leased it died', async () => {
    const { store } = bench.platform.app
    const one = await payer()
    await dueSince(one, 1)
    const silent = new Promise<boolean>(() => {})
    const taken = Promise.withResolvers<void>()
    const look = () => {
      taken.resolve()
      return silent
    }
    void reconcileDueCustomers({
      store,
      processor: { name: 'stripe' },
      observe: () => {},
      mayReconcile: async () => true,
      reconcile: look,
    })(signal)
    await taken.promise
    const before = looksAt(one)
    await lookUpDue()
    expect(looksAt(one)).toBe(before)
    expect(await allDue(new Date(Date.now() + 2 * HOUR_MS))).toEqual([one.subscription.customer])
  })
})

describe('a scheduled reconciliation', () => {
  it('changes nothing and is observed if it fails, and stops after several failures', async () => {
    const { payments, observed, platform } = bench
    const payers = [await payer(), await payer(), await payer(), await payer()]
    for (const [at, one] of payers.entries()) {
      payments.change(one.subscription.id, { status: 'canceled', ended_at: 1 })
      await dueSince(one, 1_000 - at)
    }
    const before = await Promise.all(payers.map(({ buyer }) => platform.app.store.organizations.find(buyer)))
    const noted = observed.length
    payments.misbehave('declines')
    await lookUpDue()
    payments.misbehave(undefined)
    expect(await Promise.all(payers.map(({ buyer }) => platform.app.store.organizations.find(buyer)))).toEqual(before)
    const tried = payers.slice(0, 3).map(({ buyer: { organizationId } }) => organizationId)
    const reported = observed.slice(noted).filter(({ kind }) => kind.startsWith('billing_'))
    expect(reported).toMatchObject(
      tried.flatMap((organizationId) => [
        { kind: 'billing_reconciliation_ended', organizationId, outcome: 'processor_unreachable' },
        { kind: 'billing_reconciliation_failed', organizationId, error: { problem: 'payment_failed' } },
      ]),
    )
    // The last customer was not leased; the others are due again.
    await lookUpDue()
    expect(await payers[3]?.buyer.billing()).toMatchObject({ subscription: 'canceled' })
    expect(await payers[0]?.buyer.billing()).toMatchObject({ subscription: 'active' })
    const again = await allDue(new Date(Date.now() + 2 * HOUR_MS))
    expect(new Set(again)).toEqual(new Set(payers.slice(0, 3).map((one) => one.subscription.customer)))
  })

  it('is repeated a day later, and not before, if the data is ambiguous', async () => {
    const { payments, observed } = bench
    const one = await payer()
    payments.change(one.subscription.id, { metadata: { tabletalk_organization_id: '987654' } })
    await dueSince(one, 1)
    await lookUpDue()
    await lookUpDue()
    expect(bench.heard(one.buyer.organizationId)).toHaveLength(1)
    expect(await allDue(new Date(Date.now() + 2 * HOUR_MS))).toEqual([])
    expect(observed).toContainEqual({
      kind: 'billing_reconciliation_ended',
      organizationId: one.buyer.organizationId,
      outcome: 'anomaly',
    })
  })

  it('is repeated a day later, and not before, if nothing was bought', async () => {
    const { store } = bench.platform.app
    const buyer = await bench.buyer()
    await buyer.checkout()
    await store.organizations.setReconciliationDue(buyer, new Date())
    await lookUpDue()
    const now = Date.now()
    expect(await allDue(new Date(now + 2 * HOUR_MS))).toEqual([])
    expect(await allDue(new Date(now + 25 * HOUR_MS))).toContain(await buyer.customer())
  })

  const pretended = () => {
    const taken: Date[] = []
    const leaseDueReconciliation = async (_: Date, again: Date) => {
      taken.push(again)
      return { organizationId: taken.length, customerId: `cus_${taken.length}` }
    }
    return {
      taken,
      parts: { store: { organizations: { leaseDueReconciliation } }, observe: () => {}, reconcile: async () => true },
    }
  }

  it('is limited to 20 per call and the shared rate, and does not run without a processor or after an abort', async () => {
    const processor = { name: 'stripe' } as const
    const many = pretended()
    await reconcileDueCustomers({ ...many.parts, processor, mayReconcile: async () => true })(signal)
    expect(many.taken).toHaveLength(20)
    const few = pretended()
    let left = 3
    await reconcileDueCustomers({ ...few.parts, processor, mayReconcile: async () => left-- > 0 })(signal)
    expect(few.taken).toHaveLength(3)
    const none = pretended()
    await reconcileDueCustomers({ ...none.parts, processor: manualProcessor(), mayReconcile: async () => true })(signal)
    await reconcileDueCustomers({ ...none.parts, processor, mayReconcile: async () => true })(AbortSignal.abort())
    expect(none.taken).toEqual([])
  })

  it('skips unlinked customers and organizations being removed, without blocking others', async () => {
    const { store } = bench.platform.app
    const [one, removed, next] = [await payer(), await payer(), await payer()]
    await dueSince(one, 3_000)
    await dueSince(removed, 2_000)
    await dueSince(next, 1_000)
    const { billing: known } = (await store.organizations.find(removed.buyer)) ?? {}
    expect(await store.organizations.markPendingDeletion(removed.buyer, { entryId: 'e' }, known?.version ?? 0)).toBe(
      true,
    )
    const organization = await store.organizations.find(one.buyer)
    const billing = { processor: 'manual', status: 'active' } as const
    expect(await store.organizations.changeBilling(one.buyer, organization?.billing?.version ?? 0, { billing })).toBe(
      true,
    )
    expect(await allDue(new Date())).toEqual([next.subscription.customer])
  })

  it('does not run once all processes together have reached the rate limit', async () => {
    const { windows } = bench.platform.app.limits
    const one = await payer()
    await dueSince(one, 1)
    const taken = await Promise.all(
      Array.from({ length: 60 }, () => windows.take('billing', [{ name: 'billing_looks', units: 60, seconds: 60 }])),
    )
    expect(taken.at(-1)?.states).toMatchObject([{ remaining: 0 }])
    const before = looksAt(one)
    await lookUpDue()
    expect(looksAt(one)).toBe(before)
    expect(await allDue(new Date())).toEqual([one.subscription.customer])
  })
})
