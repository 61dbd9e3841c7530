import { DEFAULT_BRANDING } from '../../src/access/rules/organization.ts'
import { pngOf } from '../support/raster-pictures.ts'
import { type Managing, openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the branding page. */
export const brandingPages = (started: () => Managing): void => {
  describe('Branding page', () => {
    const stored = async () => (await started().platform.request('/api/v1/branding')).body.data
    afterEach(() => started().platform.request('/api/v1/branding', { method: 'PUT', json: {} }))

    it('previews colours with their contrast adjustments, validates fields before publishing, and reports a concurrent change', async () => {
      const { page, context, complaints } = await openAs(started(), 'admin', '/theme')
      const verdict = page.locator('.brand-verdict li')
      await verdict.first().waitFor()
      await page.locator('[name="colors.primary"]').fill('#ffd400')
      await page.locator('[name="widget_theme.header_color"]').fill('#FD4')
      await verdict.getByText('#986e00').waitFor()
      expect(await verdict.filter({ hasText: '#986e00' }).textContent()).toBe(
        '#ffd400 is shown as #986e00 for links on whitecontrast 4.6 instead of 1.43',
      )
      const styleOf = (selector: string, property: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`)
      expect(await styleOf('.brand-link', 'color')).toBe('rgb(152, 110, 0)')
      expect(await styleOf('.brand-header', 'background-color')).toBe('rgb(255, 221, 68)')
      expect(await violations(page)).toEqual([])
      expect((await stored()).colors).toEqual(DEFAULT_BRANDING.colors)

      await page.locator('[name="colors.accent"]').fill('orange')
      await page.locator('[name=logo_url]').fill('http://shop.example/logo.png')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.locator('.field:has([name="colors.accent"]) .field-error').getByText('Enter a colour').waitFor()
      await page.locator('.field:has([name=logo_url]) .field-error').getByText('https://').waitFor()
      await page.locator('[name="colors.accent"]:focus').waitFor()
      await page.getByLabel('Choose colour: Accent').fill('#336699')
      expect(await page.locator('[name="colors.accent"]').inputValue()).toBe('#336699')
      await page.locator('[name=logo_url]').fill('https://user@shop.example/logo.png')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.locator('[name=logo_url]:focus').waitFor()
      await page.locator('.field:has([name=logo_url]) .field-error').getByText('without user and password').waitFor()
      await page.locator('[name=logo_url]').fill('')
      await page.locator('[name="widget_theme.position"]').selectOption('top-left')
      await page.getByText('Hide “Powered by Tabletalk”').click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('status').getByText('Published.').waitFor()
      expect(await stored()).toMatchObject({
        colors: { primary: '#ffd400', accent: '#336699' },
        widget_theme: { position: 'top-left', header_color: '#fd4' },
        hide_service_branding: true,
      })

      await started().platform.request('/api/v1/branding', {
        method: 'PATCH',
        json: { widget_theme: { greeting_message: 'Moin' } },
      })
      await page.locator('[name="colors.primary"]').fill('#123456')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('button', { name: 'Show theirs' }).click()
      await page.locator('.brand-header').first().getByText('Moin').waitFor()
      expect(await page.locator('[name="colors.primary"]').inputValue()).toBe('#ffd400')
      expect(complaints).toEqual([])
      await context.close()
    })

    it('loads logos only from the service, shows the light logo on a plate in dark mode, and says why a logo is missing', async () => {
      const { platform } = started()
      const { organizationId } = platform.access
      const [png, digest] = [pngOf(64, 32), 'd'.repeat(43)]
      const [light, dark] = ['https://shop.example/logo.png', 'https://shop.example/dark.png']
      await platform.app.store.logos.put({ organizationId }, digest, png)
      await platform.app.store.organizations.change(
        { organizationId },
        {
          branding: { ...DEFAULT_BRANDING, logo_url: light, logo_dark_url: dark },
          logos: { light: { url: light, digest }, dark: { url: dark, failure: 'status_404' } },
        },
      )
      const { page, context, complaints, hosts } = await openAs(started(), 'admin', '/theme')
      await page.getByText('It could not be fetched: its server answered 404.').waitFor()
      const logos = page.locator('.brand-header img')
      await logos.nth(1).waitFor()
      const widths =
        "[...document.querySelectorAll('.brand-header img')].map((image) => image.decode().then(() => image.naturalWidth))"
      expect(await page.evaluate(`Promise.all(${widths})`)).toEqual([64, 64])
      expect(await logos.evaluateAll((all) => all.map((image) => image.getAttribute('data-plate')))).toEqual([
        'false',
        'true',
      ])
      await page.locator('[name=logo_url]').fill('https://shop.example/other.png')
      await logos.first().waitFor({ state: 'detached' })
      expect([...hosts]).toEqual([new URL(platform.baseUrl).host])
      expect(complaints).toEqual([])
      await context.close()
    })

    it('is read-only on a plan without branding, and names the plan', async () => {
      const { platform } = started()
      const { organizationId } = platform.access
      const before = (await platform.request('/api/v1/organization')).body.data.plan
      await platform.app.store.organizations.change({ organizationId }, { plan: 'starter' })
      try {
        const { page, context } = await openAs(started(), 'admin', '/theme')
        await page.getByText('Your organization has the plan Starter.').waitFor()
        await page.locator('.brand-widget').first().waitFor()
        expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
        expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
        expect(await violations(page)).toEqual([])
        await context.close()
      } finally {
        await platform.app.store.organizations.change({ organizationId }, { plan: before })
      }
    })
  })
}
