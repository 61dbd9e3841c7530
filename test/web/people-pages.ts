import type { Page } from 'playwright-core'
import { freshAddress, tokenTo } from '../accounts/mailbox.ts'
import { type Managing, openAsNew } from './managing-browser.ts'
import { violations } from './portal-browser.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the menu beside a person. */
const menuOf = async (page: Page, name: string) => {
  await press(page, `Actions for ${name}`)
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  return items
}

/** What the page about people guarantees. */
export const peoplePages = (started: () => Managing): void => {
  describe('the page about people', () => {
    it('invites, changes, suspends and removes a member, and offers an admin no role above their own', async () => {
      const { platform } = started()
      const { page, context, complaints, email: ownAddress } = await openAsNew(started(), 'admin', '/people')
      const email = freshAddress('invited')
      const found = async () =>
        (await platform.request('/api/v1/users?page_size=100')).body.data.find(
          (one: { readonly email: string }) => one.email === email,
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

      await (await menuOf(page, 'Ines')).filter({ hasText: 'Send invitation again' }).click()
      await page.getByText(`An invitation to ${email} is on its way.`).first().waitFor()
      expect(await tokenTo(platform, email, 'Invitation', 2)).toMatch(/^mt_/)
      await (await menuOf(page, 'Ines')).filter({ hasText: 'Change' }).click()
      await page.getByLabel('Role').selectOption('admin')
      await press(page, 'Save')
      await page.getByText('Ines is changed.').first().waitFor()
      expect(await found()).toMatchObject({ name: 'Ines', role: 'admin' })
      await (await menuOf(page, 'Ines')).filter({ hasText: 'Remove' }).click()
      await press(page, 'Remove')
      await page.getByText('Ines is removed.').first().waitFor()
      await page.locator('h1:focus').waitFor()
      expect(await found()).toBeUndefined()
      expect(complaints).toEqual([])
      await context.close()
    })

    it('has no actions for people above an admin, and lets in again who was suspended', async () => {
      const { platform } = started()
      const owner = await openAsNew(started(), 'owner', '/ask')
      const { page, context } = await openAsNew(started(), 'admin', '/people')
      await page.getByRole('rowheader', { name: owner.email }).waitFor()
      expect(await page.getByRole('button', { name: `Actions for ${owner.email}` }).count()).toBe(0)
      const status = async () => (await platform.request(`/api/v1/users/${member.id}`)).body.data.status
      const member = await openAsNew(started(), 'member', '/ask')
      await page.reload()
      await (await menuOf(page, member.email)).filter({ hasText: 'Suspend' }).click()
      await press(page, 'Suspend')
      await page.getByText(`${member.email} is suspended.`).first().waitFor()
      expect(await status()).toBe('suspended')
      await (await menuOf(page, member.email)).filter({ hasText: 'Activate' }).click()
      await page.getByText(`${member.email} may log in again.`).first().waitFor()
      expect(await status()).toBe('active')
      for (const one of [context, owner.context, member.context]) await one.close()
    })
  })
}
