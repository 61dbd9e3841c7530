import { type Causes, send, type World, withKey } from '../world.ts'

const checkout = ({ counting }: Pick<World, 'counting'>, headers: Readonly<Record<string, string>> = {}) =>
  send(counting, '/api/v1/billing/checkout', { json: { plan: 'business' }, headers })

/** Payments and subscriptions. */
export const BILLING: Causes = {
  async payment_failed(world) {
    world.payments.misbehave('declines')
    try {
      return await checkout(world)
    } finally {
      world.payments.misbehave(undefined)
    }
  },
  payments_manual: ({ answering }) => send(answering, '/api/v1/billing/checkout', { json: { plan: 'business' } }),
  async subscription_exists(world) {
    const { store } = world.counting.app
    const { id: organizationId } = await store.organizations.add({ name: 'Paying', plan: 'starter' })
    const billing = { processor: 'stripe', status: 'active', customerId: 'cus_any', subscriptionId: 'sub_any' } as const
    await store.organizations.changeBilling({ organizationId }, 0, { billing })
    return await checkout(world, await withKey(world.counting, {}, organizationId))
  },
  customer_missing: ({ counting }) => send(counting, '/api/v1/billing/portal', { method: 'POST', json: {} }),
  payment_event_invalid: ({ counting }) => send(counting, '/api/v1/billing/events', { json: { id: 'evt_1' } }),
}
