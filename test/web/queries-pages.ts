import { type Managing, openAs, openAsNew } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the verified query page. */
export const queriesPages = (started: () => Managing): void => {
  describe('Verified query page', () => {
    const patterns = async () => {
      const { platform } = started()
      const { databaseId } = platform.access
      return (await platform.request(`/api/v1/patterns?database_id=${databaseId}`)).body.data
    }

    it('accepts a proposal from a liked answer, shows a guard refusal at the query field, and dismisses a proposal', async () => {
      const { platform } = started()
      const like = async (message: string) => {
        const json = { message, database_id: platform.access.databaseId }
        const { body } = await platform.request('/api/v1/chat/message', { json })
        await platform.request(`/api/v1/chat/messages/${body.data.message_id}/feedback`, { json: { rating: 'up' } })
      }
      const [taken, dismissed] = ['How many employees are there?', 'How many orders over 123 are there?']
      await like(taken)
      await like(dismissed)
      const address = `/databases/${platform.access.databaseId}/queries`
      const { page, context, complaints, email } = await openAs(started(), 'admin', address)
      const proposal = page.getByRole('listitem').filter({ hasText: dismissed })
      await proposal.getByText('Liked once').waitFor()
      expect(await proposal.textContent()).toContain('Replaced by a placeholder where models see it as an example: 123')

      await page.getByRole('button', { name: `Accept “${taken}”` }).click()
      const dialog = page.getByRole('dialog', { name: 'Accept this query' })
      const query = dialog.locator('[name=query]')
      const proposed = await query.inputValue()
      await query.fill('DELETE FROM employees')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await dialog.locator('.field:has([name=query]) .field-error').getByText('The guard refuses this query.').waitFor()
      await dialog.locator('[name=query]:focus').waitFor()
      expect(await violations(page)).toEqual([])
      await query.fill(proposed)
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('status').getByText('The query is verified.').waitFor()
      expect(await patterns()).toMatchObject([{ question: taken, query: proposed, verified_by: email }])
      await page.getByText(`Verified by ${email}`).waitFor()

      await page.getByRole('button', { name: `Dismiss “${dismissed}”` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
      await page.getByText('There are no proposals.').waitFor()
      await page.locator('h1:focus').waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })

    it('adds, changes and removes a query, shows why one failed, and reports a concurrent change', async () => {
      const { platform } = started()
      const address = `/databases/${platform.access.databaseId}/queries`
      const { page, context, complaints } = await openAsNew(started(), 'owner', address, {
        viewport: { width: 400, height: 800 },
        colorScheme: 'dark',
      })
      const question = 'How many stores do we run?'
      await page.getByRole('button', { name: 'Add query' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Enter a query.').last().waitFor()
      await dialog.locator('[name=question]').fill(question)
      await dialog.locator('[name=query]').fill('SELECT COUNT(*) AS stores FROM shops')
      await dialog.getByRole('button', { name: 'Save' }).click()
      const card = page.getByRole('listitem').filter({ hasText: question })
      await card.waitFor()
      await page.locator('button:focus').getByText('Add query').waitFor()
      const made = async () =>
        (await patterns()).find((pattern: { readonly question: string }) => pattern.question === question)
      const { id, updated_at: updatedAt } = await made()

      const failure = {
        at: new Date().toISOString(),
        turnId: 'turn',
        by: 'guard',
        reason: 'There is no table shops.',
      } as const
      await platform.app.store.patterns.recordFailure(platform.access, { id, updatedAt, hasFailed: false }, failure)
      await page.reload()
      await card.getByText('There is no table shops.').waitFor()
      expect(await card.textContent()).toContain('The guard refused this query on')
      expect(await violations(page)).toEqual([])

      await page.getByRole('button', { name: `Actions for ${question}` }).click()
      await page.getByRole('menuitem', { name: 'Change' }).click()
      await dialog.locator('[name=query]').fill('SELECT COUNT(*) AS mine FROM shops')
      await platform.request(`/api/v1/patterns/${id}`, {
        method: 'PATCH',
        json: { query: 'SELECT COUNT(*) AS theirs FROM shops' },
      })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('These settings were changed by someone else.').waitFor()
      await dialog.getByRole('button', { name: 'Show theirs' }).click()
      expect(await dialog.locator('[name=query]').inputValue()).toContain('theirs')
      await dialog.locator('[name=verified_by]').fill('Ada')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Verified by Ada').waitFor()
      expect(await made()).toMatchObject({ query: 'SELECT COUNT(*) AS theirs FROM shops', verified_by: 'Ada' })

      await page.getByRole('button', { name: `Actions for ${question}` }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await page.getByText('The verified query is removed.').first().waitFor()
      expect(await made()).toBeUndefined()
      expect(complaints).toEqual([])
      await context.close()
    })
  })
}
