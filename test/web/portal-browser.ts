import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { accepted, PASSWORD } from '../accounts/logged-in.ts'
import type { Platform } from '../support/platform.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The browser profile of one user, and what its pages reported and requested. */
export interface Visitor extends Watched {
  readonly context: BrowserContext
  readonly page: Page
}

/** Reports and requests of pages since `watch` was called. */
interface Watched {
  /** Console messages except failed responses, uncaught errors and responses with 404; they include CSP violations. */
  readonly complaints: string[]
  /** Hosts of all requests. */
  readonly hosts: Set<string>
  /** Paths of requested scripts and styles. */
  readonly assets: Set<string>
}

/** Opens a page in an empty browser profile. */
export const visit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-GB', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const watched = watch(context, () => true)
  return { context, page: await context.newPage(), ...watched }
}

/** Records console errors, hosts and assets from now on. @param isWatched whether a page is recorded */
export const watch = (context: BrowserContext, isWatched: (page: Page | null) => boolean): Watched => {
  const [complaints, hosts, assets] = [[] as string[], new Set<string>(), new Set<string>()]
  context.on('console', (message) => {
    const isError = message.type() !== 'log' && !message.text().startsWith('Failed to load resource')
    if (isError && isWatched(message.page())) complaints.push(message.text())
  })
  context.on('weberror', (error) => {
    if (isWatched(error.page())) complaints.push(String(error.error()))
  })
  context.on('response', (response) => {
    if (response.status() === 404 && isWatched(response.frame().page())) complaints.push(`404 ${response.url()}`)
  })
  context.on('request', (request) => {
    if (!isWatched(request.frame().page())) return
    const url = new URL(request.url())
    hosts.add(url.host)
    if (/\.(?:js|css)$/.test(url.pathname)) assets.add(url.pathname)
  })
  return { complaints, hosts, assets }
}

/** A user who can log in. */
export const member = (platform: Platform) => accepted(platform, 'member')

/** Logs in by the form. */
export const logIn = async (page: Page, baseUrl: string, email: string): Promise<void> => {
  await page.goto(`${baseUrl}/login`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('#question').waitFor()
}

/** Asks a question, as tenant 1 if the tenant is not chosen yet. */
export const askIn = async (page: Page, question: string): Promise<void> => {
  const tenant = page.locator('.identity input').first()
  await page.locator('.identity :is(input, strong)').first().waitFor()
  if (await tenant.isVisible()) await tenant.fill('1')
  await page.locator('#question').fill(question)
  await page.locator('#question').press('Enter')
}

/** Waits until the card of the last question has a state, and returns it. */
export const cardIn = async (page: Page, state: 'running' | 'answered' | 'cancelled' | 'failed') => {
  const card = page.locator('.turn').last()
  await page.locator(`.turn:last-child[data-state=${state}]`).waitFor()
  return card
}

/** Total gzipped size of portal files, in bytes. */
export const gzippedSize = async (folder: string, assets: Iterable<string>): Promise<number> => {
  const sizes = [...assets].map(async (asset) => gzipSync(await readFile(path.join(folder, asset))).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Opens another page of the portal as its links do, without a reload, which takes a quarter of the time. Waits for the heading of
 * the new page.
 */
export const follow = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(`
    document.querySelector('h1').dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(address)})`)
  await page.locator('h1:not([data-left])').waitFor()
}

/** Accessibility violations that axe finds on a page, as `rule: element`. */
export const violations = async (page: Page): Promise<readonly string[]> => {
  // Through the DevTools protocol, since the CSP of the page allows only its own scripts.
  const session = await page.context().newCDPSession(page)
  const loaded = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  if (loaded.result.value === 'undefined') await session.send('Runtime.evaluate', { expression: AXE })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value
}
