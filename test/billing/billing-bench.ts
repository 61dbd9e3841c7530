import type { Observation } from '../../src/platform/observation.ts'
import { tokenOf } from '../accounts/logged-in.ts'
import { type Manager, managerOf } from '../http/management/manager.ts'
import { type PaymentServer, type SentEvent, startPaymentServer } from '../support/payment-server.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'

/** A service that sells plans, and its payment processor. */
export interface BillingBench {
  readonly payments: PaymentServer
  readonly platform: Platform
  /** All observations, in order. */
  readonly observed: readonly Observation[]
  /** The anomalies observed for an organization. */
  heard(organizationId: number): readonly Observation[]
  /** Sends an event of the processor. */
  tell(event: SentEvent): Promise<Reply>
  /** An organization, and its owner. */
  buyer(plan?: Parameters<typeof managerOf>[1]): Promise<Buyer>
  close(): Promise<void>
}

export interface Buyer extends Manager {
  /** Sends a request as the owner. */
  owner(method: string, path: string, json?: unknown): Promise<Reply>
  /** Starts a checkout. @returns its page */
  checkout(plan?: string): Promise<string>
  /** The customer id at the processor. */
  customer(): Promise<string>
  billing(): Promise<Readonly<Record<string, unknown>>>
  /** Audit entries of the processor, with any outcome. */
  processorEntries(): Promise<
    readonly {
      readonly outcome: string
      readonly changes: readonly { readonly field: string; readonly value: unknown }[]
    }[]
  >
}

export const billingBench = async (env: Readonly<Record<string, string>> = {}): Promise<BillingBench> => {
  const payments = await startPaymentServer()
  const observed: Observation[] = []
  const platform = await startPlatform({
    worker: false,
    env: { ...payments.env, ...env },
    observe: (observation) => observed.push(observation),
  })
  return {
    payments,
    platform,
    observed,
    heard: (organizationId) =>
      observed.filter((one) => one.kind === 'billing_anomaly_detected' && one.organizationId === organizationId),
    tell: ({ body, headers }) =>
      platform.request('/api/v1/billing/events', { body, headers: { 'X-API-Key': null, ...headers } }),
    async buyer(plan = 'starter') {
      const manager = await managerOf(platform, plan)
      const { organizationId } = manager
      let token: Promise<string> | undefined
      const buyer: Buyer = {
        ...manager,
        async owner(method, path, json) {
          token ??= tokenOf(platform, organizationId, 'owner')
          const headers = { 'X-API-Key': null, 'X-Tenant-Id': null, Authorization: `Bearer ${await token}` }
          return await platform.request(`/api/v1${path}`, { method, headers, ...(json === undefined ? {} : { json }) })
        },
        async checkout(wanted = 'professional') {
          const { status, body, text } = await buyer.owner('POST', '/billing/checkout', { plan: wanted })
          if (status !== 200) throw new Error(text)
          return body.data.url
        },
        async customer() {
          const organization = await platform.app.store.organizations.find({ organizationId })
          return organization?.billing?.customerId ?? ''
        },
        billing: async () => (await buyer.owner('GET', '/billing')).body.data,
        async processorEntries() {
          const { items } = await platform.app.store.audit.list({ organizationId }, { page: 1, pageSize: 100 })
          return items
            .filter(({ actor }) => actor.kind === 'processor')
            .map(({ outcome, changes }) => ({
              outcome,
              changes: changes.map(({ field, value }) => ({ field, value })),
            }))
        },
      }
      return buyer
    },
    async close() {
      await platform.close()
      await payments.close()
    },
  }
}
