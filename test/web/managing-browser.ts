import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Role } from '../../src/access/rules/role.ts'
import { accepted } from '../accounts/logged-in.ts'
import type { Platform } from '../support/platform.ts'
import { logIn, type Visitor, visit, watch } from './portal-browser.ts'

/** The one service and the one browser that the tests of all pages for managing share. */
export interface Managing {
  readonly platform: Platform
  readonly browser: Browser
}

interface Person extends Visitor {
  readonly id: number
  readonly email: string
}

/** Opens a page as a person of a role who has just logged in, in a browser profile of its own. */
export const openAsNew = async (
  { platform, browser }: Managing,
  role: Role,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Person> => {
  const person = await accepted(platform, role)
  const visitor = await visit(browser, options)
  await logIn(visitor.page, platform.baseUrl, person.email)
  await show(visitor.page, platform.baseUrl + address)
  return { ...visitor, ...person }
}

/** Who was logged in before, by service and role. */
const known = new WeakMap<Platform, Map<Role, Promise<Person>>>()

/**
 * Opens a page as a person of a role, in a tab of the browser profile in which that person is logged in: for what changes nothing
 * of the person. Closing it closes the tab.
 */
export const openAs = async (
  managing: Managing,
  role: Role,
  address: string,
): Promise<Omit<Person, 'context'> & { readonly context: Pick<Person['context'], 'close'> }> => {
  const people = known.get(managing.platform) ?? new Map<Role, Promise<Person>>()
  known.set(managing.platform, people)
  const person = people.get(role) ?? openAsNew(managing, role, '/account')
  people.set(role, person)
  const { context, ...shared } = await person
  const page = await context.newPage()
  const watched = watch(context, (one) => one === page)
  await show(page, managing.platform.baseUrl + address)
  return { ...shared, ...watched, page, context: { close: () => page.close() } }
}

const show = async (page: Visitor['page'], address: string): Promise<void> => {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
