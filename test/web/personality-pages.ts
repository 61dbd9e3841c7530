import type { Managing } from './managing-browser.ts'
import { openAs } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

/** Tests of the personality page. */
export const personalityPages = (started: () => Managing): void => {
  describe('Personality page', () => {
    it('creates a personality with all fields, rejects a duplicate name, changes and deletes it', async () => {
      const { platform } = started()
      await platform.request('/api/v1/personalities', { json: { name: 'Dry' } })
      const { page, context } = await openAs(started(), 'admin', '/personalities')
      await page.getByText(/changes words, never numbers/).waitFor()
      await page.getByRole('button', { name: 'New personality' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Dry')
      await page.getByLabel('Style').selectOption('Concise')
      await page.getByLabel('Greeting').fill('Good day.')
      await page.getByLabel('Who answers').fill('The desk of Velo Nord.')
      await page.getByLabel('How it answers').fill('x'.repeat(2_001))
      await page.getByRole('checkbox', { name: 'Answers may link addresses' }).check()
      await page.getByRole('checkbox', { name: 'Answers small talk too' }).uncheck()
      await page.getByRole('button', { name: 'Create personality' }).click()
      await page.getByText('Enter at most 2000 characters.').waitFor()
      await page.getByLabel('How it answers').fill('In two sentences.')
      await page.getByRole('button', { name: 'Create personality' }).click()
      await page.getByText('Another personality has this name.').waitFor()
      expect(await page.getByRole('textbox', { name: 'Name' }).evaluate((field) => field.matches(':focus'))).toBe(true)
      expect(await violations(page)).toEqual([])
      await page.getByRole('textbox', { name: 'Name' }).fill('Desk')
      await page.getByRole('button', { name: 'Create personality' }).click()
      await page.getByRole('link', { name: 'Desk' }).click()
      await page.getByLabel('Greeting').fill('')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.locator('form').getByText('Saved.').waitFor()
      const { body } = await platform.request('/api/v1/personalities')
      expect(body.data).toMatchObject([
        {
          name: 'Desk',
          style: 'CONCISE',
          greeting: '',
          links: true,
          qa: false,
          system_prompt: 'The desk of Velo Nord.',
          instructions: 'In two sentences.',
        },
        { name: 'Dry' },
      ])

      await page.getByRole('button', { name: 'Delete personality' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('link', { name: 'Dry' }).waitFor()
      expect(await page.getByRole('link', { name: 'Desk' }).count()).toBe(0)
      await context.close()
    })
  })
}
