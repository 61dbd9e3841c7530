import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Role } from '../../src/access/rules/role.ts'
import { accepted } from '../accounts/logged-in.ts'
import type { Platform } from '../support/platform.ts'
import { logIn, type Visitor, visit, watch } from './portal-browser.ts'

/** The service and the browser that the tests of all management pages share. */
export interface Managing {
  readonly platform: Platform
  readonly browser: Browser
}

interface Person extends Visitor {
  readonly id: number
  readonly email: string
}

/** Logs in a new user of a role in a new browser profile, and opens a page. */
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

/** Users that are logged in, by service and role. */
const loggedIn = new WeakMap<Platform, Map<Role, Promise<Person>>>()

/**
 * Opens a page in a new tab of a shared browser profile with a user of a role, for tests that do not change the user. Closing the
 * returned context closes the tab.
 */
export const openAs = async (
  managing: Managing,
  role: Role,
  address: string,
): Promise<Omit<Person, 'context'> & { readonly context: Pick<Person['context'], 'close'> }> => {
  const people = loggedIn.get(managing.platform) ?? new Map<Role, Promise<Person>>()
  loggedIn.set(managing.platform, people)
  const person = people.get(role) ?? openAsNew(managing, role, '/account')
  people.set(role, person)
  const { context, ...shared } = await person
  const page = await context.newPage()
  const watched = watch(context, (source) => source === page)
  await show(page, managing.platform.baseUrl + address)
  return { ...shared, ...watched, page, context: { close: () => page.close() } }
}

const show = async (page: Visitor['page'], address: string): Promise<void> => {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
