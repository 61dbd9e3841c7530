import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Role } from '../../src/domain/access/role.ts'
import { accepted } from '../accounts/logged-in.ts'
import type { Platform } from '../support/platform.ts'
import { logIn, type Visitor, visit } from './portal-browser.ts'

/** The one service and the one browser that the tests of all pages for managing share. */
export interface Managing {
  readonly platform: Platform
  readonly browser: Browser
}

/** Opens a page as a person of a role who has just logged in. */
export const openAs = async (
  { platform, browser }: Managing,
  role: Role,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visitor & { readonly id: number; readonly email: string }> => {
  const person = await accepted(platform, role)
  const visitor = await visit(browser, options)
  await logIn(visitor.page, platform.baseUrl, person.email)
  await visitor.page.goto(platform.baseUrl + address)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...visitor, ...person }
}
