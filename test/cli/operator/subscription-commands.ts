import { PRICES, startPaymentServer } from '../../support/payment-server.ts'
import type { OperatorBench } from './command.ts'

/** Tests of the billing options of `tabletalk org set`, run against the service of the calling suite. */
export const subscriptionCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk org set, billing options', () => {
    it('derive the subscription status from the billing dates at the time of the request', async () => {
      const { json: org } = await run('org', 'create', '--name', 'Trying', '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const set = async (...words: readonly string[]) => (await run('org', 'set', '--org', id, ...words, '--json')).json
      const shown = async () => {
        const { json, err } = await run('org', 'show', '--org', id, '--json')
        if (json === undefined) throw new Error(err)
        return json
      }
      expect(await set('--trial-until', '2100-01-01')).toEqual({
        organization_id: org.organization_id,
        trial_ends_at: '2100-01-01T00:00:00.000Z',
      })
      expect(await shown()).toMatchObject({
        subscription: 'active',
        billing: { processor: 'manual', status: 'trialing' },
      })
      expect((await run('org', 'show', '--org', id)).out).toContain(
        'subscription active\nbilling by manual, trialing, trial until 2100-01-01T00:00:00.000Z\n',
      )
      await set('--trial-until', '2020-01-01')
      expect(await shown()).toMatchObject({ subscription: 'none' })
      const due = new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString()
      await set('--trial-until', 'none', '--past-due-since', due)
      expect(await shown()).toMatchObject({ subscription: 'past_due' })
      await set('--grace-days', '30')
      expect(await shown()).toMatchObject({
        subscription: 'active',
        billing: { status: 'past_due', past_due_since: due },
      })
      await set('--past-due-since', 'none', '--ends', '2020-01-01T12:00Z')
      expect(await shown()).toMatchObject({
        subscription: 'canceled',
        billing: { ends_at: '2020-01-01T12:00:00.000Z' },
      })
      expect((await run('org', 'list')).out).toMatch(/│ Trying +│ starter +│ active +│ canceled +│/)
      // An explicit status overrides all dates until a date is set again.
      await set('--subscription', 'active')
      expect(await shown()).toMatchObject({ subscription: 'active' })
      await set('--ends', '2020-01-02')
      expect(await shown()).toMatchObject({ subscription: 'canceled' })
      await set('--customer', 'cus_known')
      const organization = { organizationId: org.organization_id }
      const { billing } = (await bench().platform.app.store.organizations.find(organization)) ?? {}
      expect(billing).toMatchObject({ customerId: 'cus_known', graceDays: 30 })
      // Two organizations with one customer would change each other's plan.
      const other = await run('org', 'set', '--org', '1', '--customer', 'cus_known')
      expect([other.code, other.err]).toEqual([1, expect.stringContaining(`the customer of organization ${id}`)])
      const duplicate = { billing: { processor: 'manual', status: 'active', customerId: 'cus_known' } } as const
      expect(await bench().platform.app.store.organizations.changeBilling({ organizationId: 1 }, 0, duplicate)).toBe(
        false,
      )
      const bought = {
        processor: 'stripe',
        status: 'active',
        customerId: 'cus_known',
        subscriptionId: 'sub_known',
      } as const
      await bench().platform.app.store.organizations.changeBilling(organization, billing?.version ?? 0, {
        billing: bought,
      })
      const refused = await run('org', 'set', '--org', id, '--trial-until', '2100-01-01')
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringMatching(/is billed by stripe.*--customer none --force/),
      ])
      // A status set by an operator also overrides the payment processor, until it is reset.
      await set('--subscription', 'past_due')
      expect(await shown()).toMatchObject({ subscription: 'past_due', billing: { status: 'active' } })
      expect(await set('--subscription', 'default')).toEqual({
        organization_id: org.organization_id,
        subscription: null,
      })
      expect(await shown()).toMatchObject({
        subscription: 'active',
        billing: { processor: 'stripe', status: 'active' },
      })
      // Without a payment processor the subscription cannot be canceled.
      const removed = await run('org', 'remove', '--org', id, '--confirm', 'Trying')
      expect([removed.code, removed.err]).toEqual([
        1,
        expect.stringMatching(/--customer none --force.*EXTERNAL_PAYMENT_ERROR/),
      ])
      const kept = await run('org', 'set', '--org', id, '--customer', 'none')
      expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('Customer cus_known of organization')])
      expect((await bench().platform.app.store.organizations.find(organization))?.billing).toMatchObject(bought)
      await set('--customer', 'none', '--force')
      expect((await bench().platform.app.store.organizations.find(organization))?.billing).toMatchObject({
        processor: 'manual',
      })
      expect((await run('org', 'remove', '--org', id, '--confirm', 'Trying')).code).toBe(0)
    })

    it('reconcile the subscription of a linked customer, or report that it is reconciled later', async () => {
      const payments = await startPaymentServer()
      try {
        const { store } = bench().platform.app
        const bind = async (
          customer: string,
          env: Readonly<Record<string, string>> = payments.env,
          ...words: string[]
        ) => {
          const { json } = await run('org', 'create', '--name', 'Buys', '--plan', 'starter', '--json')
          const organizationId: number = json.organization_id
          const set = ['org', 'set', '--org', String(organizationId), '--customer', customer, ...words]
          const { code, out } = await bench().run(set, { env })
          expect(code).toBe(0)
          return { out, organizationId, kept: await store.organizations.find({ organizationId }) }
        }
        payments.subscribe('cus_pays', PRICES.business, { status: 'past_due' })
        const paying = await bind('cus_pays')
        expect(paying.out).toMatch(
          /is changed\.\nAt the payment processor, the customer has the plan business with status past_due\.$/,
        )
        expect(paying.kept).toMatchObject({ plan: 'business', billing: { processor: 'stripe', status: 'past_due' } })
        const { items: log } = await store.audit.list(paying, { page: 1, pageSize: 2 })
        expect(log.map(({ actor, action }) => [actor.kind, action])).toEqual([
          ['processor', 'billing.changed'],
          ['command', 'organization.changed'],
        ])
        expect((await bind('cus_of_another_account')).out).toContain('has no subscription at the payment processor')
        payments.subscribe('cus_foreign', 'price_nobody_knows')
        const unclear = await bind('cus_foreign', payments.env, '--json')
        expect(JSON.parse(unclear.out)).toMatchObject({ looked_up: 'unclear', reasons: ['price_unknown'] })
        payments.misbehave('broken')
        const late = await bind('cus_late')
        expect(late.out).toContain(
          'The payment processor could not be reached. The subscription of the customer is looked up later',
        )
        const now = new Date()
        const due = await store.organizations.leaseDueReconciliation(now, new Date(now.getTime() + 60_000))
        expect(due).toEqual({ organizationId: late.organizationId, customerId: 'cus_late' })
        expect(await store.organizations.leaseDueReconciliation(now, now)).toBeUndefined()
        expect((await bind('cus_unsold', {})).out).toMatch(/is changed\.$/)
      } finally {
        await payments.close()
      }
    })
  })
}
