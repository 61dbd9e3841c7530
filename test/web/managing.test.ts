import type { Browser } from 'playwright-core'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { databasePages } from './database-pages.ts'
import { evaluationPages } from './evaluation-pages.ts'
import { keysPages } from './keys-pages.ts'
import { type Managing, openAs } from './managing-browser.ts'
import { peoplePages } from './people-pages.ts'
import { violations } from './portal-browser.ts'
import { ssoPages } from './sso-pages.ts'
import { webhookPages } from './webhook-pages.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ portal: await builtPortal(), env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform.close()
})

/** Every page for managing, and who may open it. */
const PAGES = [
  ['/databases', 'admin'],
  ['/databases/new', 'admin'],
  ['/evaluation', 'admin'],
  ['/keys', 'admin'],
  ['/people', 'admin'],
  ['/sso-settings', 'owner'],
  ['/personalities', 'admin'],
  ['/webhooks', 'admin'],
  ['/theme', 'admin'],
  ['/usage', 'admin'],
  ['/billing', 'owner'],
  ['/audit', 'admin'],
] as const

const started = (): Managing => ({ platform, browser })

describeInBrowser('pages for managing', () => {
  it('tell a member that the role does not include them, and ask the service for nothing', async () => {
    const { page, context } = await openAs(started(), 'member', '/ask')
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const [address] of PAGES) {
      await page.goto(platform.baseUrl + address)
      await page.getByText('Your role does not include this.').waitFor()
    }
    const isOfSession = (path: string) => path.startsWith('/api/v1/auth/')
    expect(requested.filter((path) => path.startsWith('/api/') && !isOfSession(path))).toEqual([])
    expect(await page.getByRole('navigation').count()).toBe(0)
    await context.close()
  })

  it('leave out of the navigation what an admin may not open', async () => {
    const { page, context } = await openAs(started(), 'admin', '/keys')
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await links.first().waitFor()
    const names = await links.allTextContents()
    expect(names).toContain('API keys')
    expect(names).not.toContain('Billing')
    expect(names).not.toContain('Single sign-on')
    await context.close()
  })

  it.each([
    [1_280, 'light'],
    [400, 'dark'],
  ] as const)('have nothing that axe finds: %i px, %s', async (width, colorScheme) => {
    const { page, complaints, context } = await openAs(started(), 'owner', '/ask', {
      viewport: { width, height: 800 },
      colorScheme,
    })
    for (const [address] of PAGES) {
      await page.goto(platform.baseUrl + address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.skeleton').waitFor({ state: 'detached' })
      expect([address, await violations(page)]).toEqual([address, []])
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  databasePages(started)
  keysPages(started)
  evaluationPages(started)
  webhookPages(started)
  peoplePages(started)
  ssoPages(started)
})
