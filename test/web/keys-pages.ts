import type { Page } from 'playwright-core'
import { type Managing, openAsNew } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Selects an action in the menu of a key. */
const selectAction = async (page: Page, key: string, action: string) => {
  await press(page, `Actions for ${key}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Tests of the API key page. */
export const keysPages = (started: () => Managing): void => {
  describe('API key page', () => {
    const statusWith = async (key: string) =>
      (
        await started().platform.request('/api/v1/chat/databases', {
          headers: { 'X-API-Key': key, Origin: 'https://shop.example' },
        })
      ).status

    it('creates a key for web pages, shows it once, replaces and revokes it', async () => {
      const { platform } = started()
      const { page, context, complaints } = await openAsNew(started(), 'admin', '/keys')
      await page.getByText('can read the rows of any tenant').waitFor()
      await press(page, 'New key')
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      await dialog.getByLabel('Used by').selectOption('database')
      await dialog.getByLabel('Database').selectOption({ index: 1 })
      await dialog.getByLabel('Pages that may use it').fill('shop.example/chat')
      await press(page, 'Create key')
      await dialog.getByText('Enter a name.', { exact: true }).waitFor()
      await dialog.getByText('Write each as https://shop.example, without a path.', { exact: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await dialog.getByLabel('Name').fill('Shop chat')
      await dialog.getByLabel('Pages that may use it').fill('https://shop.example')
      // The field is in a collapsed section, which opens to show its error.
      await dialog.locator('[name=addresses]').evaluate((field) => Reflect.set(field, 'value', '203.0.113.0/99'))
      await press(page, 'Create key')
      await dialog.getByText('must be written as 203.0.113.7').waitFor()
      await dialog.locator('[name=addresses]:focus').waitFor()
      await dialog.getByLabel('Addresses that may use it').fill('')
      await press(page, 'Create key')
      const shown = page.getByRole('dialog', { name: 'Key Shop chat' })
      const key = (await shown.locator('code').textContent()) ?? ''
      expect(key).toMatch(/^pk_/)
      await shown.getByText('Embed in a page').click()
      await shown.getByText(`<db-chat api-key="${key}" database-id="${platform.access.databaseId}"`).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await shown.isVisible()).toBe(true)
      await press(page, 'I have stored it')
      await page.getByRole('rowheader', { name: 'Shop chat' }).waitFor()
      const traces = [await page.content(), JSON.stringify(await context.storageState())]
      expect(traces.filter((text) => text.includes(key))).toEqual([])
      expect(await statusWith(key)).toBe(200)

      await selectAction(page, 'Shop chat', 'Embed')
      const embedding = page.getByRole('dialog', { name: 'Embed Shop chat' })
      const snippet = (await embedding.locator('pre').textContent()) ?? ''
      const { body: script } = await platform.request('/widget.json')
      expect(snippet).toBe(
        `<script src="${platform.baseUrl}/${script.path}" integrity="${script.integrity}" crossorigin="anonymous" defer></script>
<db-chat api-key="pk_…" database-id="${platform.access.databaseId}" tenant-id="…"></db-chat>`,
      )
      await embedding.getByRole('button', { name: 'Copy' }).click()
      await embedding.getByRole('button', { name: 'Copied' }).waitFor()
      await page.keyboard.press('Escape')

      await selectAction(page, 'Shop chat', 'Change')
      await page.getByRole('dialog').getByLabel('Name').fill('Chat')
      await page.locator('summary').filter({ hasText: 'details of answers' }).click()
      await page.getByLabel('How the question was understood').check()
      await press(page, 'Save')
      await page.getByRole('rowheader', { name: /^Chat/ }).waitFor()
      await selectAction(page, 'Chat', 'Replace')
      await page.getByLabel('The old key ends').selectOption('0')
      await press(page, 'Create new key')
      const next = (await page.getByRole('dialog', { name: 'Key Chat' }).locator('code').textContent()) ?? ''
      await press(page, 'I have stored it')
      expect([await statusWith(key), await statusWith(next)]).toEqual([401, 200])

      await selectAction(page, 'Chat', 'Revoke')
      await press(page, 'Revoke')
      await page.getByText('Chat is revoked.').first().waitFor()
      // The removed row contained the button that had the focus.
      await page.locator('h1:focus').waitFor()
      expect(await statusWith(next)).toBe(401)
      const { body } = await platform.request('/api/v1/api-keys?page_size=100')
      expect(body.data).toContainEqual(
        expect.objectContaining({
          name: 'Chat',
          origins: ['https://shop.example'],
          permissions: ['chat', 'history'],
          answer_details: ['assumptions'],
          status: 'revoked',
        }),
      )
      expect(complaints).toEqual([])
      await context.close()
    })

    it('shows a permission error once the role is lowered, keeps the form, and hides the navigation', async () => {
      const { platform } = started()
      const { page, context, id } = await openAsNew(started(), 'admin', '/keys')
      await press(page, 'New key')
      await page.locator('[name=name]').fill('For later')
      await platform.request(`/api/v1/users/${id}`, { method: 'PATCH', json: { role: 'member' } })
      await press(page, 'Create key')
      await page.getByRole('dialog').getByText('Your role does not allow this').waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'detached' })
      expect(await page.locator('[name=name]').inputValue()).toBe('For later')
      await context.close()
    })
  })
}
