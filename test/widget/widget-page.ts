import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Platform } from '../support/platform.ts'
import { type Visitor, visit } from '../web/portal-browser.ts'

/** What a page says of the element: attributes, by name; true: present. */
export type Attributes = Readonly<Record<string, string | number | true>>

interface PageContent {
  /** Of each `<db-chat>`, or the whole body. */
  readonly body: string | Attributes
  readonly lang?: string
  readonly dir?: string
  /** Served as the style of the page. */
  readonly css?: string
  /** How often the script is included. */
  readonly scripts?: number
  /** What it may connect to; by default only the service. */
  readonly connect?: string
}

/** Pages of another origin, under a policy as strict as one can be that includes the widget. */
export interface WidgetPages {
  readonly origin: string
  /** Serves a page from now on. @returns its URL */
  add(content: PageContent): string
  close(): Promise<void>
}

/** @param service the base URL of the service, whose script the pages include */
export const widgetPages = async (service: string): Promise<WidgetPages> => {
  const files = new Map<string, { readonly type: string; readonly text: string; readonly connect?: string }>()
  const server = createServer((req, res) => {
    const file = files.get(req.url ?? '')
    res.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src 'self' ${service}`,
        "style-src 'self'",
        `connect-src ${file?.connect ?? service}`,
        `img-src ${service}`,
        `frame-src ${service}`,
        "require-trusted-types-for 'script'",
      ].join('; '),
    })
    res.end(file?.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  files.set('/favicon.ico', { type: 'image/x-icon', text: '' })
  return {
    origin: `http://127.0.0.1:${port}`,
    add({ body, lang = 'en', dir = 'ltr', css = '', scripts = 1, connect = service }) {
      const name = `/${files.size}`
      files.set(`${name}.css`, { type: 'text/css', text: css })
      const script = `<script src="${service}/widget.js" defer></script>`
      const text = `<!doctype html><html lang="${lang}" dir="${dir}"><head><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${name}.css">${script.repeat(scripts)}</head>
<body><main><h1>A shop</h1><p>Everything is on sale.</p></main>${typeof body === 'string' ? body : elementText(body)}</body></html>`
      files.set(name, { type: 'text/html', text, connect })
      return `http://127.0.0.1:${port}${name}`
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

let readers = 0

/** Attributes of a reader who has asked nothing yet. */
export const newReader = ({ databaseKey, databaseId }: Platform['access']) => ({
  'api-key': databaseKey,
  'database-id': databaseId,
  'tenant-id': 1,
  'scope-id': `reader ${readers++}`,
})

export const elementText = (attributes: Attributes): string => {
  const texts = Object.entries(attributes).map(([name, value]) => (value === true ? name : `${name}="${value}"`))
  return `<db-chat ${texts.join(' ')}></db-chat>`
}

/** Opens a page in an empty browser profile, and the panel of its first element. */
export const openWidget = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> => {
  // Otherwise axe and measures meet transitions.
  const visitor = await visit(browser, { reducedMotion: 'reduce', ...options })
  await visitor.page.goto(url)
  await openPanel(visitor.page)
  return visitor
}

export const openPanel = async (page: Page): Promise<void> => {
  await page.locator('.launcher').first().click()
  await page.locator('.panel').waitFor()
}

export const questionField = (page: Page): Locator => page.locator('db-chat textarea')

/** Asks a question as soon as the chat is ready. */
export const ask = async (page: Page, question: string): Promise<void> => {
  await page.locator('.greeting, .turn').first().waitFor()
  await questionField(page).fill(question)
  await page.locator('.primary[aria-disabled=false]').waitFor()
  await questionField(page).press('Enter')
}

/** Waits until the last turn has a state, and returns it. */
export const turnIn = async (page: Page, state: 'running' | 'answered' | 'cancelled' | 'failed'): Promise<Locator> => {
  await page.locator(`.turn:last-child[data-state=${state}]`).waitFor()
  return page.locator('.turn').last()
}
