import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  McpUiInitializedNotificationSchema,
  McpUiInitializeRequestSchema,
  McpUiMessageRequestSchema,
  McpUiSizeChangedNotificationSchema,
} from '@modelcontextprotocol/ext-apps'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { describeInBrowser, launchBrowser } from '../../support/browser.ts'

const PAGE = await readFile(path.join(import.meta.dirname, '../../../src/http/mcp/app/answer.html'), 'utf8')

const HOSTILE = '<img src=x onerror="parent.hostile = true">'
const RESULT = {
  content: [{ type: 'text', text: 'Two rows.' }],
  structuredContent: {
    status: 'needs_choice',
    turn_id: 't',
    answer: `Two rows. ${HOSTILE}`,
    columns: [
      { name: 'city', type: 'text' },
      { name: 'total', type: 'number', unit: 'EUR' },
    ],
    rows: [
      { city: HOSTILE, total: 2 },
      { city: null, total: 10 },
    ],
    row_count: 2,
    truncated: true,
    chart: { title: 'Total', alt: 'Total by city' },
    choices: [{ label: 'by city', question: 'Total by city?' }],
  },
  _meta: { 'tabletalk/chart_svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>' },
}

/** Shows the page as a host does: in a sandbox without its origin, under the policy for pages that declare no origins. */
const hosted = (page: Page) =>
  page.setContent(`<!doctype html><script>
      window.received = []
      addEventListener('message', ({ data, source }) => {
        window.received.push(data)
        if (data.method !== 'ui/initialize') return
        const host = { hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, protocolVersion: '2026-01-26' }
        const result = { ...host, hostContext: { theme: 'dark', locale: 'de' } }
        source.postMessage({ jsonrpc: '2.0', id: data.id, result }, '*')
      })
    </script>
    <iframe sandbox="allow-scripts" width="600" height="500" title="answer"
      csp="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
      srcdoc="${PAGE.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`)

const Messages = z.array(z.looseObject({ method: z.string().optional() }))
const receivedBy = async (page: Page) => Messages.parse(await page.evaluate('received'))

const SHOW = JSON.stringify({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: RESULT })

describeInBrowser('the page that hosts show beside an answer', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('speaks the protocol of MCP Apps, shows text, chart, rows and choices, and runs nothing of them', async () => {
    const page = await browser.newPage()
    await hosted(page)
    const frame = page.frameLocator('iframe')
    await page.waitForFunction(`received.some(({ method }) => method === 'ui/notifications/initialized')`)
    await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${SHOW}, '*')`)
    await frame.getByRole('button', { name: 'by city' }).click()
    expect(await frame.locator('td').allTextContents()).toEqual([HOSTILE, '2', '', '10'])
    expect(await frame.locator('th').allTextContents()).toEqual(['city', 'total (EUR)'])
    expect((await frame.getByRole('img', { name: 'Total by city' }).boundingBox())?.width).toBe(10)
    expect(await frame.locator('img').count()).toBe(1)
    expect(await frame.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.evaluate('window.hostile')).toBeUndefined()
    const received = await receivedBy(page)
    const sent = (method: string) => received.find((message) => message.method === method)
    expect(McpUiInitializeRequestSchema.safeParse(sent('ui/initialize')).error).toBeUndefined()
    expect(McpUiInitializedNotificationSchema.safeParse(sent('ui/notifications/initialized')).error).toBeUndefined()
    expect(McpUiSizeChangedNotificationSchema.safeParse(sent('ui/notifications/size-changed')).error).toBeUndefined()
    const asked = McpUiMessageRequestSchema.parse(sent('ui/message'))
    expect(asked.params.content).toEqual([{ type: 'text', text: 'Total by city?' }])
    await page.close()
  })

  it('has no violation of axe', async () => {
    const page = await browser.newPage()
    await page.setContent(PAGE)
    await page.evaluate(`postMessage(${SHOW}, '*')`)
    await page.getByRole('button', { name: 'by city' }).waitFor()
    await page.addScriptTag({ content: axe.source })
    // It is a part of the page of its host, which has the heading.
    const violations = await page.evaluate(
      `axe.run({ rules: { 'page-has-heading-one': { enabled: false } } }).then((run) => run.violations.map(({ id }) => id))`,
    )
    expect(violations).toEqual([])
    await page.close()
  })
})
