import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { accepted, PASSWORD } from '../accounts/logged-in.ts'
import type { Platform } from '../support/platform.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The browser of one user, with the complaints of its pages and the hosts that they requested. */
export interface Visitor extends Watched {
  readonly context: BrowserContext
  readonly page: Page
}

/** What pages have done since the last call. */
interface Watched {
  /** What stands in the console but for answers that are no 2xx, and what was not found; policies that were broken are among it. */
  readonly complaints: string[]
  /** Hosts that were asked. */
  readonly hosts: Set<string>
  /** Paths of scripts and styles that were loaded. */
  readonly assets: Set<string>
}

/** A browser with an empty profile. */
export const visit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-GB', ...options })
  const watched = watch(context, () => true)
  return { context, page: await context.newPage(), ...watched }
}

/** Notes from now on what pages complain about, whom they ask and what they load. @param isOf whether a page is among them */
export const watch = (context: BrowserContext, isOf: (page: Page | null) => boolean): Watched => {
  const [complaints, hosts, assets] = [[] as string[], new Set<string>(), new Set<string>()]
  context.on('console', (message) => {
    const isOfPage = message.type() !== 'log' && !message.text().startsWith('Failed to load resource')
    if (isOfPage && isOf(message.page())) complaints.push(message.text())
  })
  context.on('weberror', (error) => {
    if (isOf(error.page())) complaints.push(String(error.error()))
  })
  context.on('response', (response) => {
    if (response.status() === 404 && isOf(response.frame().page())) complaints.push(`404 ${response.url()}`)
  })
  context.on('request', (request) => {
    if (!isOf(request.frame().page())) return
    const url = new URL(request.url())
    hosts.add(url.host)
    if (/\.(?:js|css)$/.test(url.pathname)) assets.add(url.pathname)
  })
  return { complaints, hosts, assets }
}

/** A user who can log in. */
export const member = (platform: Platform) => accepted(platform, 'member')

/** Logs in as a person does. */
export const logIn = async (page: Page, baseUrl: string, email: string): Promise<void> => {
  await page.goto(`${baseUrl}/login`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('#question').waitFor()
}

/** Asks as tenant 1, where it is not known yet as whom. */
export const askIn = async (page: Page, question: string): Promise<void> => {
  const tenant = page.locator('.identity input').first()
  await page.locator('.identity :is(input, strong)').first().waitFor()
  if (await tenant.isVisible()) await tenant.fill('1')
  await page.locator('#question').fill(question)
  await page.locator('#question').press('Enter')
}

/** The card of the question that was asked last, once it has come so far. */
export const cardIn = async (page: Page, state: 'running' | 'answered' | 'cancelled' | 'failed') => {
  const card = page.locator('.turn').last()
  await page.locator(`.turn:last-child[data-state=${state}]`).waitFor()
  return card
}

/** What files of the portal weigh as they are sent, in bytes. */
export const gzippedSize = async (folder: string, assets: Iterable<string>): Promise<number> => {
  const sizes = [...assets].map(async (asset) => gzipSync(await readFile(path.join(folder, asset))).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Opens another page of the portal as its links do: in the document that is loaded, which costs a quarter of loading it anew.
 * Every page has a heading of its own; waits for that of the new one.
 */
export const follow = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(`
    document.querySelector('h1').dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(address)})`)
  await page.locator('h1:not([data-left])').waitFor()
}

/** What axe finds wrong with a page as it is, by rule and element. */
export const violations = async (page: Page): Promise<readonly string[]> => {
  // By the protocol: the page itself may run nothing that is not a file of its own.
  const session = await page.context().newCDPSession(page)
  const loaded = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  if (loaded.result.value === 'undefined') await session.send('Runtime.evaluate', { expression: AXE })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value
}
