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

/** Scripts and styles of all pages, in one language. */
const ALL_PAGES_BYTES = 260_000

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
  ['/operators/turns', 'admin'],
] as const

const COMBINATIONS = [
  [1_280, 'light'],
  [400, 'dark'],
] as const

const started = (): Managing => ({ platform, browser })

describeInBrowser('pages for managing', () => {
  it('tell a member that the role does not include them, and ask the service for nothing', async () => {
    const { page, context } = await openAs(started(), 'member', '/ask')
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const [address] of PAGES) {
      await follow(page, address)
      await page.getByText('Your role does not allow this.').waitFor()
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

  it('have nothing that axe finds, wide and narrow, light and dark, and weigh little together', async () => {
    // Without it, colours that still change are judged.
    const options = { reducedMotion: 'reduce' } as const
    const { page, complaints, assets, context } = await openAsNew(started(), 'owner', '/ask', options)
    const tabs = ['', '/policy', '/glossary', '/queries', '/attack']
    const ofDatabase = tabs.map((tab) => `/databases/${platform.access.databaseId}${tab}`)
    for (const address of [...PAGES.map(([path]) => path), ...ofDatabase]) {
      await follow(page, address)
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      // What a theme changes does not depend on the width, and the other way round.
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
