import type { Page } from 'playwright-core'
import { type Managing, openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Tests of the single sign-on page. */
export const ssoPages = (started: () => Managing): void => {
  describe('Single sign-on page', () => {
    const configuration = async () => (await started().platform.request('/api/v1/sso/config')).body
    const provider = { issuer: 'https://login.shop.example', client_id: 'tabletalk' }

    it('configures a provider, overwrites concurrent changes only after confirmation, and removes it', async () => {
      const { platform } = started()
      const { page, context, complaints } = await openAs(started(), 'owner', '/sso-settings')
      await page.getByLabel('Issuer').fill(provider.issuer)
      await page.getByLabel('Client id').fill(provider.client_id)
      await page.getByLabel('Switched on').uncheck()
      await page.getByLabel('Required').check()
      await press(page, 'Save')
      await page.getByText('Enter the client secret: none is stored').waitFor()
      await page.locator('[name=client_secret]:focus').fill('canary of a secret')
      await page.getByLabel('Email domains').fill('shop.example\nno domain')
      await press(page, 'Save')
      await page.getByText('must be a domain such as shop.example').waitFor()
      await page.getByLabel('Email domains').fill('shop.example')
      await page.getByText('Take roles from the provider').click()
      await page.getByLabel('Claim that says roles').fill('groups')
      await page.getByLabel('Its values for admins').fill('chiefs')
      await page.getByLabel('Its values for members').fill('data-team')
      await press(page, 'Save')
      await page.getByText(`${platform.baseUrl}/api/v1/auth/sso/callback`).waitFor()
      expect(await page.getByLabel('Client secret').inputValue()).toBe('')
      expect((await configuration()).data).toMatchObject({
        ...provider,
        enabled: false,
        required: true,
        domains: ['shop.example'],
        roles_claim: 'groups',
        roles: { chiefs: 'admin', 'data-team': 'member' },
      })

      const theirs = { ...provider, enabled: false, domains: ['other.example'] }
      await platform.request('/api/v1/sso/config', { method: 'PUT', json: theirs })
      await page.getByLabel('Required').uncheck()
      await press(page, 'Save')
      await page.getByText('These settings were changed by someone else.').waitFor()
      expect((await configuration()).data.domains).toEqual(['other.example'])
      expect(await violations(page)).toEqual([])
      await press(page, 'Save mine')
      await page.getByText('These settings were changed by someone else.').waitFor({ state: 'detached' })
      await page.locator('form > .notice').filter({ hasText: 'Saved.' }).waitFor()
      expect((await configuration()).data).toMatchObject({ domains: ['shop.example'], required: false })

      await press(page, 'Remove single sign-on')
      const dialog = page.getByRole('dialog', { name: 'Remove single sign-on?' })
      await dialog.getByRole('button', { name: 'Remove single sign-on' }).click()
      await page.getByText('Single sign-on is removed.').first().waitFor()
      expect((await configuration()).problem).toBe('sso_not_configured')
      expect(complaints).toEqual([])
      await context.close()
    })

    it('starts a login from a link only when the button is pressed', async () => {
      const { page, context } = await openAs(started(), 'owner', '/sso?organization=7')
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      await page.reload()
      await page.getByText('Log in at your organization’s provider.').waitFor()
      expect(requested).not.toContain('/api/v1/auth/sso')
      await press(page, 'Log in')
      await page.getByText('This organization has no identity provider.').waitFor()
      expect(requested).toContain('/api/v1/auth/sso')
      await context.close()
    })
  })
}
