import { builtPortal } from '../support/built-portal.ts'
import { type PaymentServer, startPaymentServer } from '../support/payment-server.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import type { Managing } from './managing-browser.ts'
import { openAs, openAsNew } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the billing page. */
export const billingPages = (started: () => Managing): void => {
  describe('Billing page', () => {
    let payments: PaymentServer
    let selling: Platform
    beforeAll(async () => {
      payments = await startPaymentServer()
      selling = await startPlatform({ portal: await builtPortal(), env: payments.env })
    })
    afterAll(async () => {
      await selling.close()
      await payments.close()
    })

    it('shows that the operator manages the plan, when it ends and its limits', async () => {
      const { platform } = started()
      const endsAt = '2099-01-31T12:00:00.000Z'
      const billing = { processor: 'manual', status: 'active', endsAt, version: 1 } as const
      await platform.app.store.organizations.change(platform.access, { billing })
      const { page, context } = await openAs(started(), 'owner', '/billing')
      await page.getByText('Your operator manages this plan.').waitFor()
      await page.getByText('It was cancelled, and works until 31 Jan 2099.').waitFor()
      const { body } = await platform.request('/api/v1/organization')
      const limit = new Intl.NumberFormat('en-GB').format(body.data.limits.questions_per_month)
      await page.getByRole('region', { name: 'What it allows' }).getByText(limit, { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await context.close()
    })

    it('opens the payment processor to buy a plan, and to change it once it is paid', async () => {
      const { page, context } = await openAsNew({ ...started(), platform: selling }, 'owner', '/billing')
      await page.getByLabel('Plan', { exact: true }).selectOption('Business')
      const [request] = await Promise.all([
        page.waitForRequest((request) => request.isNavigationRequest() && payments.sessions.size > 0),
        page.getByRole('button', { name: 'Continue to payment' }).click(),
      ])
      const subscription = payments.pay(request.url())
      const { body, headers } = payments.event('customer.subscription.created', subscription)
      await selling.request('/api/v1/billing/events', { body, headers: { 'X-API-Key': null, ...headers } })
      const after = await context.newPage()
      await after.goto(`${selling.baseUrl}/billing?checkout=done`)
      await after.getByRole('heading', { name: 'Plan: Business' }).waitFor()
      const [portal] = await Promise.all([
        after.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith('https://pay.')),
        after.getByRole('button', { name: 'Change, pay or cancel' }).click(),
      ])
      expect(portal.url()).toBe(`https://pay.example/p/${subscription.customer}`)
      await context.close()
    })
  })
}
