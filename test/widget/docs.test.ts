import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SignJWT } from 'jose'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { DEMO } from '../../demo/organization.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { type Visitor, visit } from '../web/portal-browser.ts'

const DOCS = await readFile(path.join(import.meta.dirname, '../../docs/widget.md'), 'utf8')

/** The first block of a language, or the first without one, that contains a text. */
const block = (language: string, containing: string): string => {
  const blocks = [...DOCS.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
  const found = blocks.find(([, name, text = '']) => name === language && text.includes(containing))
  if (found?.[2] === undefined) throw new Error(`docs/widget.md has no block with ${containing}`)
  return found[2]
}

const OWNER = { organizationId: 1 }
const SECRET = 'is_of the database in the docs'
const PANEL_RADIUS =
  "getComputedStyle(document.querySelector('db-chat').shadowRoot.querySelector('[part=panel]')).borderRadius"
const QUESTION = 'How many customers are there?'

interface Shown {
  readonly html: string
  readonly js?: string
  readonly css?: string
  readonly policy?: string
}

describeInBrowser('docs/widget.md', () => {
  let platform: Platform
  let browser: Browser
  let pages: Server
  let origin: string
  let shown: Shown
  /** Identity tokens that the server of the pages signed. */
  const tokensSent: string[] = []
  /** A database that requires identity tokens. */
  const signed = { id: randomUUID(), key: '' }

  beforeAll(async () => {
    platform = await startPlatform({ portal: await builtPortal() })
    browser = await launchBrowser()
    pages = createServer(async ({ url = '' }, res) => {
      const { html, js = '', css = '', policy } = shown
      if (policy !== undefined) res.setHeader('Content-Security-Policy', policy)
      const type = { '/page.js': 'text/javascript', '/page.css': 'text/css', '/favicon.ico': 'image/x-icon' }[url]
      res.setHeader('Content-Type', type ?? 'text/html; charset=utf-8')
      if (url === '/page.js') res.end(js)
      else if (url === '/page.css') res.end(css)
      else if (url === '/favicon.ico') res.end()
      else if (url === '/chat-token') res.end(await newToken())
      else
        res.end(`<!doctype html><html lang="en"><head><title>A shop</title><link rel="stylesheet" href="page.css">
</head><body>${html}<script type="module" src="page.js"></script></body></html>`)
    })
    await once(pages.listen(0, '127.0.0.1'), 'listening')
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    const { databases, apiKeys } = platform.app.store
    await databases.put({ ...DEMO.database, ...OWNER, id: signed.id }, `sqlite:${testServers().demoFile}`)
    await databases.putIdentity(OWNER, signed.id, 'required', SECRET)
    const made = { kind: 'database', databaseId: signed.id, userId: 1, origins: [origin] } as const
    signed.key = (await apiKeys.add(OWNER, made)).text
  })
  afterAll(async () => {
    await browser.close()
    pages.closeAllConnections()
    pages.close()
    await platform.close()
  })

  const newToken = async (): Promise<string> => {
    const token = await new SignJWT({ tenant_id: 1, scope_id: 'ann', exp: Math.floor(Date.now() / 1000) + 600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(SECRET))
    tokensSent.push(token)
    return token
  }

  /** A block with the address, key, database and script of this service. */
  const filled = async (text: string, { key = platform.access.databaseKey, id = platform.access.databaseId } = {}) => {
    const { body: script } = await platform.request('/widget.json')
    return text
      .replace(/widget\/[\d.]+-[0-9a-f]{12}\.js/, script.path)
      .replace('sha384-…', script.integrity)
      .replaceAll('https://chat.example.com', platform.baseUrl)
      .replaceAll('pk_…', key)
      .replaceAll('5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01', id)
  }

  const open = async (page: Shown): Promise<Visitor & { readonly logged: readonly string[] }> => {
    shown = page
    const visitor = await visit(browser, { reducedMotion: 'reduce' })
    const logged: string[] = []
    visitor.page.on('console', (message) => void (message.type() === 'log' && logged.push(message.text())))
    await visitor.page.goto(origin)
    return { ...visitor, logged }
  }

  const asksIn = async (within: Pick<Page | FrameLocator, 'locator'>): Promise<void> => {
    await within.locator('.greeting').waitFor()
    await within.locator('textarea').fill(QUESTION)
    await within.locator('.primary[aria-disabled=false]').waitFor()
    await within.locator('textarea').press('Enter')
    await within.locator('.turn:last-child[data-state=answered]').waitFor()
  }

  it('begins with markup that answers questions, under the documented policy and with the documented style', async () => {
    expect(DOCS).toMatch(/^# The chat widget\n\nPaste this into a page:\n\n```html\n<script /)
    const { page, complaints, hosts, context } = await open({
      html: await filled(block('html', '<db-chat')),
      css: block('css', 'db-chat'),
      policy: (await filled(block('', 'script-src'))).trim(),
    })
    await page.locator('.launcher').click()
    await asksIn(page)
    const radius = await page.evaluate(PANEL_RADIUS)
    expect([radius, complaints, hosts]).toEqual([
      '0px',
      [],
      new Set([new URL(origin).host, new URL(platform.baseUrl).host]),
    ])
    await context.close()
  })

  it('creates the element by a script, which receives the answers', async () => {
    const [script = ''] = (await filled(block('html', '<db-chat'))).split('\n')
    const { page, complaints, logged, context } = await open({
      html: script,
      js: await filled(block('js', 'TabletalkWidget.init')),
    })
    await page.locator('.launcher').click()
    await asksIn(page)
    expect([logged, complaints]).toEqual([[expect.stringMatching(/^[0-9a-f-]{36} .*customers/i)], []])
    await context.close()
  })

  it('gets identity tokens from the function of the page', async () => {
    tokensSent.length = 0
    const { page, complaints, context } = await open({
      html: await filled(block('html', '<db-chat'), signed),
      js: block('js', 'refreshIdentityToken'),
    })
    await page.locator('.launcher').click()
    await asksIn(page)
    expect([tokensSent.length, complaints]).toEqual([1, []])
    await context.close()
  })

  it('answers in a frame, with identity tokens from the page around it', async () => {
    tokensSent.length = 0
    const { page, context } = await open({
      html: await filled(block('html', '<iframe'), signed),
      js: block('js', 'tabletalk:identity-token-needed'),
      policy: `frame-src ${platform.baseUrl}`,
    })
    await asksIn(page.frameLocator('iframe'))
    expect(tokensSent.length).toBeGreaterThan(0)
    await context.close()
  })
})
