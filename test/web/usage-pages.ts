import { readFileSync } from 'node:fs'
import type { Managing } from './managing-browser.ts'
import { openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the usage page. */
export const usagePages = (started: () => Managing): void => {
  describe('Usage page', () => {
    it('shows and downloads the usage that the API reports, filtered by URL parameters', async () => {
      const { platform } = started()
      const { databaseId } = platform.access
      for (const message of ['How many customers are there?', 'How many orders are there?'])
        await platform.request('/api/v1/chat/message', { json: { message, database_id: databaseId } })
      const { page, context } = await openAs(started(), 'admin', '/usage?by=model')
      const used = page.getByRole('region', { name: 'Used' })
      await used.waitFor()
      const { body } = await platform.request('/api/v1/usage?group_by=model')
      const { questions } = body.data.totals
      expect(questions).toBeGreaterThanOrEqual(2)
      expect(await used.locator('.figures strong').first().textContent()).toBe(String(questions))
      expect(await used.getByRole('img').getAttribute('aria-label')).toContain(`: ${questions}.`)
      const row = page.getByRole('row', { name: /^Built-in planner/ })
      expect(await row.getByRole('cell').first().textContent()).toBe(String(body.data.rows[0].questions))

      await page.getByLabel('By', { exact: true }).selectOption('Database')
      await page.getByRole('row', { name: /^shops/ }).waitFor()
      expect(new URL(page.url()).search).toBe('?by=database')
      const byDatabase = await platform.request('/api/v1/usage?group_by=database')
      const ofShops = byDatabase.body.data.rows.find(({ group }: { group: string }) => group === databaseId).questions
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`usage-database-${body.data.from}-${body.data.to}.csv`)
      expect(readFileSync(await file.path(), 'utf8')).toContain(`\r\nshops,${ofShops},`)
      expect(await violations(page)).toEqual([])

      await page.getByLabel('From').fill('2026-02-02')
      await page.getByLabel('To', { exact: true }).fill('2026-02-01')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByText('The last day must not be before the first.').waitFor()
      await page.getByLabel('To', { exact: true }).fill('2026-02-03')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByText('No questions in this period.').waitFor()
      expect(new URL(page.url()).searchParams.get('to')).toBe('2026-02-03')
      await context.close()
    })
  })
}
