import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { crmFile } from '../cli/operator/crm-file.ts'
import { type Managing, openAs } from './managing-browser.ts'
import { cardIn, violations } from './portal-browser.ts'

/** Presses Tab until an element has the focus. @throws when it is not reachable within 60 steps */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let at = 0; at < 60 && (await page.locator(`${selector}:focus`).count()) === 0; at++)
    await page.keyboard.press('Tab')
  if ((await page.locator(`${selector}:focus`).count()) === 0) throw new Error(`${selector} is not reachable by Tab`)
}

/** Tests of the database pages. */
export const databasePages = (started: () => Managing): void => {
  describe('Database pages', () => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-portal-'))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it('support keyboard-only use from connecting a file and reviewing its policy to exporting an answer', async () => {
      const file = crmFile(folder)
      const { page, complaints, context } = await openAs(started(), 'owner', '/databases')
      const { keyboard } = page
      await tabTo(page, 'a.primary')
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Add database' }).waitFor()
      await tabTo(page, '[name=engine]')
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowDown')
      await tabTo(page, '[name=name]')
      await keyboard.type('crm')
      await keyboard.press('Tab')
      await keyboard.type(file)
      await keyboard.press('Tab')
      await keyboard.press('Enter')
      const status = page.getByRole('status')
      await status.getByText(/^Connected in .*: SQLite .*, 5 tables\.$/).waitFor()
      expect(await page.getByText('The column organization_id seems to hold the tenant').count()).toBe(1)
      expect(['/databases/new', await violations(page)]).toEqual(['/databases/new', []])
      await tabTo(page, '[type=submit]')
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'crm: Policy' }).waitFor()
      await page.getByRole('rowheader', { name: 'order_items' }).waitFor()
      await tabTo(page, '[name=tenant]')
      await keyboard.type('3')
      await keyboard.press('Enter')
      await page.getByRole('columnheader', { name: 'Tenant 3 sees' }).waitFor()
      const row = (table: string) =>
        page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: table, exact: true }) })
      expect(await row('orders').textContent()).toContain('6 of 22 rows')
      await tabTo(page, '[aria-label="Accept order_items"]')
      await keyboard.press('Enter')
      await tabTo(page, '.change-bar .primary')
      await keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('6 of 22 rows').waitFor()
      expect(await dialog.textContent()).toContain('before: closed')
      expect(['policy', await violations(page)]).toEqual(['policy', []])
      await tabTo(page, '[role=dialog] .primary')
      await keyboard.press('Enter')
      await status.getByText('Saved.').waitFor()
      await row('order_items').getByText('Open', { exact: true }).waitFor()
      expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
      await tabTo(page, 'nav a[href$="/ask"]')
      await keyboard.press('Enter')
      await page.locator('#question').waitFor()
      await page.locator('.identity option', { hasText: 'crm' }).waitFor({ state: 'attached' })
      await tabTo(page, '.identity select')
      await keyboard.type('crm')
      await tabTo(page, '.identity input')
      await keyboard.type('3')
      await tabTo(page, '#question')
      await keyboard.type('How many order items are there?')
      await keyboard.press('Enter')
      const card = await cardIn(page, 'answered')
      expect(await card.textContent()).toContain('6')
      await card.locator('.question').focus()
      await keyboard.press('e')
      await keyboard.press('Enter')
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem').first().waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      expect((await download).suggestedFilename()).toMatch(/\.csv$/)
      await card.locator('.question').focus()
      await keyboard.press('r')
      const run = page.getByRole('complementary', { name: 'Receipt' }).getByRole('link', { name: 'Open in Temporal' })
      expect(await run.getAttribute('href')).toMatch(/^http:\/\/temporal\.example\/namespaces\/.*turn%2F/)
      expect(complaints).toEqual([])
      await context.close()
    })

    it('draft a glossary, save accepted and added entries, and name the entry that is refused', async () => {
      const { platform } = started()
      const { page, context } = await openAs(started(), 'admin', '/databases')
      const { body } = await platform.request('/api/v1/databases', {
        json: { name: 'words', url: `sqlite:${crmFile(folder, 'words.db')}`, requires_organization_scoping: true },
      })
      const address = `/databases/${body.data.id}/glossary`
      await page.goto(platform.baseUrl + address)
      await page.getByRole('button', { name: 'Draft from the schema' }).click()
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: /^Accept \d/ }).click()
      await page.getByRole('button', { name: 'Add words for a column' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[name=table]').fill('orders')
      await dialog.locator('[name=column]').fill('nowhere')
      await dialog.locator('[name=synonyms]').fill('worth, value')
      await dialog.locator('[type=submit]').click()
      const save = page.locator('.change-bar .primary')
      await save.click()
      await page.getByRole('alert').getByText('orders.nowhere: ').waitFor()
      await page.getByRole('button', { name: 'Actions for orders.nowhere' }).click()
      await page.getByRole('menuitem', { name: 'Change' }).click()
      await dialog.locator('[name=column]').fill('total')
      await dialog.locator('[type=submit]').click()
      await save.click()
      await save.waitFor({ state: 'detached' })
      const stored = await platform.request(`/api/v1${address}`, {})
      expect(stored.body.data).toMatchObject({
        columns: [{ table: 'orders', column: 'total', synonyms: ['worth', 'value'] }],
        phrases: [{ phrase: 'revenue', table: 'orders', measure: { aggregate: 'sum', column: 'total' } }],
      })
      expect([address, await violations(page)]).toEqual([address, []])
      await context.close()
    })

    it('run policy attacks and show that the policy held', async () => {
      const { platform } = started()
      const { page, context } = await openAs(started(), 'admin', '/databases')
      const { body } = await platform.request('/api/v1/databases', {
        json: {
          name: 'attacked',
          url: `sqlite:${crmFile(folder, 'attacked.db')}`,
          requires_organization_scoping: true,
        },
      })
      await page.goto(`${platform.baseUrl}/databases/${body.data.id}/attack`)
      await page.getByRole('button', { name: 'Run attacks' }).click()
      await page.getByText(/^No row of another tenant was reached by \d+ attacks/).waitFor({ timeout: 60_000 })
      expect(await page.getByRole('row', { name: 'Set operations' }).textContent()).toMatch(/0$/)
      expect(await violations(page)).toEqual([])
      await context.close()
    })

    it('show a connection error at its field and keep the entered values', async () => {
      const { page, context } = await openAs(started(), 'admin', '/databases/new')
      await page.getByText('SQLite').click()
      await page.locator('[name=name]').fill('gone')
      await page.locator('[name=url]').fill(path.join(folder, 'gone.db'))
      await page.getByRole('button', { name: 'Connect' }).click()
      const fault = page.locator('.field:has([name=url]) .field-error')
      await fault.waitFor()
      expect(await page.locator('[name=url]').getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator('[name=name]').inputValue()).toBe('gone')
      await context.close()
    })

    it('ask which policy to keep after a concurrent change by another user', async () => {
      const { platform } = started()
      const { page, context } = await openAs(started(), 'owner', '/databases')
      const { body } = await platform.request('/api/v1/databases', {
        json: { name: 'shared', url: `sqlite:${crmFile(folder, 'shared.db')}`, requires_organization_scoping: true },
      })
      const { id } = body.data
      await page.goto(`${platform.baseUrl}/databases/${id}/policy`)
      await page.getByRole('button', { name: 'Accept order_items' }).click()
      await platform.request(`/api/v1/databases/${id}/policy`, { method: 'PATCH', json: { share: ['countries'] } })
      await page.locator('.change-bar .primary').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.getByText('These settings were changed by someone else.').waitFor()
      await dialog.getByRole('button', { name: 'Save mine' }).click()
      await dialog.waitFor({ state: 'detached' })
      const policy = await platform.request(`/api/v1/databases/${id}/policy`, {})
      expect(policy.body.data.tables).toMatchObject({
        order_items: { mode: 'via' },
        countries: { mode: 'shared' },
      })

      await page.getByRole('button', { name: 'Accept organizations' }).click()
      await platform.request(`/api/v1/databases/${id}/policy`, { method: 'PATCH', json: { deny: ['countries'] } })
      await page.locator('.change-bar .primary').click()
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.getByRole('button', { name: 'Show theirs' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.change-bar').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Accept organizations' }).click()
      await page.locator('.change-bar .primary').click()
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await dialog.waitFor({ state: 'detached' })
      await context.close()
    })
  })
}
