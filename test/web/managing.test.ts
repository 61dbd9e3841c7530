import type { Browser } from 'playwright-core'
import type { ServedPortal } from '../../src/platform/process/portal.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { databasePages } from './database-pages.ts'
import { evaluationPages } from './evaluation-pages.ts'
import { keysPages } from './keys-pages.ts'
import { type Managing, openAs, openAsNew } from './managing-browser.ts'
import { operatorsPages } from './operators-pages.ts'
import { peoplePages } from './people-pages.ts'
import { follow, gzippedSize, violations } from './portal-browser.ts'
import { webhookPages } from './webhook-pages.ts'

let portal: ServedPortal
let platform: Platform
let browser: Browser

beforeAll(async () => {
  portal = await builtPortal()
  const env = { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', TEMPORAL_UI: 'http://temporal.example' }
  platform = await startPlatform({ portal, env })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform.close()
})

/** Maximum gzipped size of scripts and styles of all pages, in one language. */
const ALL_PAGES_BYTES = 260_000

/** Every management page, and the lowest role that may open it. */
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
  ['/operators/turns', 'admin'],
] as const

const COMBINATIONS = [
  [1_280, 'light'],
  [400, 'dark'],
] as const

const started = (): Managing => ({ platform, browser })

describeInBrowser('Management pages', () => {
  it('show a member a permission error without sending an API request', async () => {
    const { page, context } = await openAs(started(), 'member', '/ask')
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const [address] of PAGES) {
      await follow(page, address)
      await page.getByText('Your role does not allow this.').waitFor()
    }
    const isAuthPath = (path: string) => path.startsWith('/api/v1/auth/')
    expect(requested.filter((path) => path.startsWith('/api/') && !isAuthPath(path))).toEqual([])
    expect(await page.getByRole('navigation').count()).toBe(0)
    await context.close()
  })

  it('omit from the navigation pages that an admin may not open', async () => {
    const { page, context } = await openAs(started(), 'admin', '/keys')
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await links.first().waitFor()
    const names = await links.allTextContents()
    expect(names).toContain('API keys')
    expect(names).not.toContain('Billing')
    expect(names).not.toContain('Single sign-on')
    await context.close()
  })

  it('have no axe violations in wide light and narrow dark layouts, and stay below the total size limit', async () => {
    // Otherwise axe checks colours during transitions.
    const options = { reducedMotion: 'reduce' } as const
    const { page, complaints, assets, context } = await openAsNew(started(), 'owner', '/ask', options)
    const tabs = ['', '/policy', '/glossary', '/queries', '/attack']
    const databaseAddresses = tabs.map((tab) => `/databases/${platform.access.databaseId}${tab}`)
    for (const address of [...PAGES.map(([path]) => path), ...databaseAddresses]) {
      await follow(page, address)
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      // Theme and width are independent: two of the four combinations cover both.
      for (const [width, colorScheme] of COMBINATIONS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.locator(width === 400 ? '.rail.bottom' : '.rail:not(.bottom)').waitFor()
        expect([address, width, await violations(page)]).toEqual([address, width, []])
      }
    }
    expect(complaints).toEqual([])
    expect(await gzippedSize(portal.folder ?? '', assets)).toBeLessThan(ALL_PAGES_BYTES)
    await context.close()
  })

  databasePages(started)
  keysPages(started)
  evaluationPages(started)
  webhookPages(started)
  peoplePages(started)
  operatorsPages(started)
})
