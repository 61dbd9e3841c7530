import { waitFor } from '../support/wait-for.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import type { Managing } from './managing-browser.ts'
import { openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the webhook pages. */
export const webhookPages = (started: () => Managing): void => {
  describe('Webhook pages', () => {
    it('add a webhook, show its secret once, test it, change it and remove it', async () => {
      const { platform } = started()
      const receiver = await startReceiver()
      const { page, context } = await openAs(started(), 'admin', '/webhooks')
      await page.getByText('No address is told of events yet.').waitFor()
      await page.getByRole('button', { name: 'Add webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add webhook' })
      await dialog.getByLabel('Address').fill('http://user:word@127.0.0.1:4000')
      await dialog.getByRole('checkbox', { name: /^All events/ }).uncheck()
      await dialog.getByRole('checkbox', { name: /^Question answered/ }).uncheck()
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await dialog.getByText(/Enter an address that begins with https/).waitFor()
      await dialog.getByLabel('Address').fill(receiver.url)
      await dialog.getByRole('button', { name: 'Add webhook' }).click()

      const secret =
        (await page.getByRole('dialog', { name: 'Secret of the webhook' }).locator('code').textContent()) ?? ''
      expect(secret).toMatch(/^whsec_/)
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.getByRole('link', { name: receiver.url }).click()
      await page.getByRole('button', { name: 'Send test' }).click()
      await page
        .getByText(/^The test was delivered: answered with status 204/)
        .first()
        .waitFor()
      expect(receiver.received.map(({ body }) => body.type)).toEqual(['webhook.test'])
      receiver.answer(500)
      await page.getByRole('button', { name: 'Send test' }).click()
      await page.locator('.notice').getByText('The test was not delivered: answered with status 500').waitFor()

      await page.getByLabel(/^Description/).fill('Alerts')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.locator('form').getByText('Saved.').waitFor()
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText(/^Paused: nothing is sent/).waitFor()
      const { body } = await platform.request('/api/v1/webhooks')
      expect(body.data).toMatchObject([
        {
          url: receiver.url,
          description: 'Alerts',
          status: 'paused',
          events: ['turn.failed', 'quota.near', 'database.drifted', 'pattern.failed'],
        },
      ])
      expect(await violations(page)).toEqual([])
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      expect((await page.content()) + stored).not.toContain(secret)

      await page.getByRole('button', { name: 'Remove webhook' }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('No address is told of events yet.').waitFor()
      await context.close()
      await receiver.close()
    })

    it('rotate a secret, ask which version to keep after a concurrent change by another user, and list deliveries', async () => {
      const { platform } = started()
      const receiver = await startReceiver(500)
      const made = await platform.request('/api/v1/webhooks', { json: { url: receiver.url } })
      const address = `/api/v1/webhooks/${made.body.data.id}`
      const { page, context } = await openAs(started(), 'owner', `/webhooks/${made.body.data.id}`)
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      const asking = page.getByRole('dialog', { name: 'Rotate the secret?' })
      await asking.getByLabel('The secret before signs for').selectOption('1 hour')
      await asking.getByRole('button', { name: 'Rotate secret' }).click()
      const secret = await page.getByRole('dialog', { name: 'Secret of the webhook' }).locator('code').textContent()
      expect(secret).toMatch(/^whsec_/)
      expect(secret).not.toBe(made.body.data.secret)
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.getByText(/^Requests bear the signature of the secret before/).waitFor()

      await platform.request(address, { method: 'PATCH', json: { description: 'theirs' } })
      await page.getByLabel(/^Description/).fill('mine')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('These settings were changed by someone else.').waitFor()
      await page.getByRole('button', { name: 'Save mine' }).click()
      await page.locator('form').getByText('Saved.').waitFor()
      expect((await platform.request(address)).body.data.description).toBe('mine')

      await platform.request('/api/v1/chat/message', {
        json: { message: 'How many orders are there?', database_id: platform.access.databaseId },
      })
      await waitFor('a delivery', async () => (await platform.request(`${address}/deliveries`)).body.data.length > 0)
      await page.reload()
      const delivery = page.getByRole('row', { name: 'Question answered' })
      await delivery.getByText('Waiting').waitFor()
      expect(await delivery.textContent()).toMatch(/next try .*answered with status 500/)
      expect(await violations(page)).toEqual([])
      await platform.request(address, { method: 'DELETE' })
      await context.close()
      await receiver.close()
    })
  })
}
