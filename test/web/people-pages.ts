import type { Page } from 'playwright-core'
import { freshAddress, tokenTo } from '../accounts/mailbox.ts'
import { type Managing, openAsNew } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the menu of a user and returns its items. */
const openMenu = async (page: Page, name: string) => {
  await press(page, `Actions for ${name}`)
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  return items
}

/** Tests of the people page. */
export const peoplePages = (started: () => Managing): void => {
  describe('People page', () => {
    it('invites, changes and removes a member, and offers an admin no role above their own', async () => {
      const { platform } = started()
      const { page, context, complaints, email: ownAddress } = await openAsNew(started(), 'admin', '/people')
      const email = freshAddress('invited')
      const found = async () =>
        (await platform.request('/api/v1/users?page_size=100')).body.data.find(
          (user: { readonly email: string }) => user.email === email,
        )
      await press(page, 'Invite')
      const dialog = page.getByRole('dialog', { name: 'Invite a user' })
      await dialog.waitFor()
      expect(await dialog.getByLabel('Role').locator('option').allTextContents()).toEqual([
        'Member: asks questions',
        'Admin: also manages databases, people and keys',
      ])
      await dialog.getByLabel('Email').fill(ownAddress)
      await press(page, 'Send invitation')
      await dialog.getByText('Another user of your organization already has this email address.').waitFor()
      expect(await violations(page)).toEqual([])
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Name (optional)').fill('Ines')
      await press(page, 'Send invitation')
      await page.getByText(`An invitation to ${email} is on its way.`).first().waitFor()
      expect(await found()).toMatchObject({ name: 'Ines', role: 'member', status: 'invited' })

      await (await openMenu(page, 'Ines')).filter({ hasText: 'Send invitation again' }).click()
      await page.getByText(`An invitation to ${email} is on its way.`).first().waitFor()
      expect(await tokenTo(platform, email, 'Invitation', 2)).toMatch(/^mt_/)
      await (await openMenu(page, 'Ines')).filter({ hasText: 'Change' }).click()
      await page.getByLabel('Role').selectOption('admin')
      await press(page, 'Save')
      await page.getByText('Ines is changed.').first().waitFor()
      expect(await found()).toMatchObject({ name: 'Ines', role: 'admin' })
      await (await openMenu(page, 'Ines')).filter({ hasText: 'Remove' }).click()
      await press(page, 'Remove')
      await page.getByText('Ines is removed.').first().waitFor()
      await page.locator('h1:focus').waitFor()
      expect(await found()).toBeUndefined()
      expect(complaints).toEqual([])
      await context.close()
    })

    it('shows an admin no actions for owners, and suspends and reactivates a member', async () => {
      const { platform } = started()
      const owner = await openAsNew(started(), 'owner', '/ask')
      const { page, context } = await openAsNew(started(), 'admin', '/people')
      await page.getByRole('rowheader', { name: owner.email }).waitFor()
      expect(await page.getByRole('button', { name: `Actions for ${owner.email}` }).count()).toBe(0)
      const status = async () => (await platform.request(`/api/v1/users/${member.id}`)).body.data.status
      const member = await openAsNew(started(), 'member', '/ask')
      await page.reload()
      await (await openMenu(page, member.email)).filter({ hasText: 'Suspend' }).click()
      await press(page, 'Suspend')
      await page.getByText(`${member.email} is suspended.`).first().waitFor()
      expect(await status()).toBe('suspended')
      await (await openMenu(page, member.email)).filter({ hasText: 'Activate' }).click()
      await page.getByText(`${member.email} may log in again.`).first().waitFor()
      expect(await status()).toBe('active')
      for (const opened of [context, owner.context, member.context]) await opened.close()
    })
  })
}
