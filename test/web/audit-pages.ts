import { readFileSync } from 'node:fs'
import type { Managing } from './managing-browser.ts'
import { openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the audit log page. */
export const auditPages = (started: () => Managing): void => {
  describe('Audit log page', () => {
    it('lists changes newest first, filters them by URL parameters and downloads them as CSV', async () => {
      const { platform } = started()
      const made = await platform.request('/api/v1/personalities', { json: { name: '=1+1', greeting: 'Good day.' } })
      const { id } = made.body.data
      await platform.request(`/api/v1/personalities/${id}`, { method: 'DELETE' })
      const begun = { actor: { kind: 'service' }, action: 'webhook.disabled', subject: id, changes: [] } as const
      await platform.app.store.audit.begin(platform.access, begun)
      const { page, context } = await openAs(started(), 'admin', `/audit?subject=${id}`)
      const rows = page.getByRole('table').getByRole('row')
      await page.getByText('Interrupted; may have taken place').waitFor()
      expect(
        (await rows.allTextContents()).slice(1).map((text) => /(?:Webhook|Personality): [a-z]+/.exec(text)?.[0]),
      ).toEqual(['Webhook: disabled', 'Personality: removed', 'Personality: created'])
      await page.getByLabel('Action').selectOption('Personality: created')
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByText('1 of 1 entries').waitFor()
      expect(new URL(page.url()).searchParams.get('action')).toBe('personality.created')
      expect(await page.getByLabel('Subject').inputValue()).toBe(id)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      const saved = readFileSync(await file.path(), 'utf8')
      expect(saved).toContain(',Personality: created,personality.created,')
      expect(await violations(page)).toEqual([])
      await page.getByRole('link', { name: 'Show all' }).click()
      await page.getByRole('button', { name: 'Show more' }).or(rows.nth(5)).first().waitFor()
      expect(new URL(page.url()).search).toBe('')
      await context.close()
    })
  })
}
