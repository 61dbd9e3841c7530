import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { DEFAULT_BRANDING } from '../../src/access/rules/organization.ts'
import { cellText } from '../../widget/src/cell-text.ts'
import { ownText } from '../../widget/src/look.ts'
import { en } from '../../widget/src/texts-en.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { violations, visit } from '../web/portal-browser.ts'
import {
  type Attributes,
  ask,
  elementText,
  newReader,
  openPanel,
  openWidget,
  turnIn,
  type WidgetPages,
  widgetPages,
} from './widget-page.ts'

const BY_STATUS = 'How many orders are there per status?'
const SIZE_MAX = 30_000
const HOSTILE_CSS = `
  * { all: unset !important; color: red !important; font: 40px serif !important; direction: rtl !important }
  db-chat { display: none !important; position: static !important; opacity: 0 !important; transform: scale(3) !important }`

let platform: Platform
let browser: Browser
let pages: WidgetPages
beforeAll(async () => {
  platform = await startPlatform({ portal: await builtPortal() })
  browser = await launchBrowser()
  pages = await widgetPages(platform.baseUrl)
})
afterAll(async () => {
  await browser?.close()
  await pages?.close()
  await platform.close()
})

const reader = () => newReader(platform.access)

/** Box and every computed property of a part of the widget. */
const lookOf = (page: Page, selector: string): Promise<unknown> =>
  page.locator(selector).evaluate(`(part) => {
    const { x, y, width, height } = part.getBoundingClientRect()
    const style = getComputedStyle(part)
    return [x, y, width, height, ...[...style].map((name) => name + ': ' + style.getPropertyValue(name)).sort()]
  }`)

describe('Script of the widget', () => {
  it(`has at most ${SIZE_MAX} bytes gzipped`, async () => {
    const script = await (await fetch(`${platform.baseUrl}/widget.js`)).bytes()
    expect(gzipSync(script).length).toBeLessThanOrEqual(SIZE_MAX)
  })

  it('knows the default texts of a branding, which it replaces by the language of the reader', () => {
    const { greeting_message, placeholder_text } = DEFAULT_BRANDING.widget_theme
    expect([greeting_message, placeholder_text, 'Ask away!'].map(ownText)).toEqual([undefined, undefined, 'Ask away!'])
  })
})

describe('Cells of the widget', () => {
  it('have no noise of floating-point numbers, and all digits of integers', () => {
    const locale = { texts: en, tag: 'en', direction: 'ltr' } as const
    const cells = [0.1 + 0.2, 1.005, 9_007_199_254_740_991, '0.30000000000000004']
    expect(cells.map((cell) => cellText(cell, 'amount', locale))).toEqual([
      '0.3',
      '1.005',
      '9,007,199,254,740,991',
      '0.30000000000000004',
    ])
  })
})

describeInBrowser('Widget in a page', () => {
  it('looks on a page with hostile styles as on an empty one', async () => {
    const body = reader()
    const looks = []
    for (const css of ['', HOSTILE_CSS]) {
      const { page, context } = await visit(browser, { reducedMotion: 'reduce' })
      await page.goto(pages.add({ body, css }))
      const launcher = await lookOf(page, '.launcher')
      await openPanel(page)
      await page.locator('.greeting').waitFor()
      await page.locator('.buttons button').first().waitFor()
      const parts = ['.panel', '.header', '.greeting', '.buttons button >> nth=0', 'textarea', '.primary']
      looks.push([launcher, ...(await Promise.all(parts.map((part) => lookOf(page, part))))])
      await context.close()
    }
    expect(looks[1]).toEqual(looks[0])
  })

  it('has no axe violations when closed, open and answered, in light, dark and on a phone', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true }
    for (const options of [{}, { colorScheme: 'dark' }, phone] as const) {
      const { page, complaints, context } = await visit(browser, { reducedMotion: 'reduce', ...options })
      await page.goto(pages.add({ body: reader() }))
      await page.locator('.launcher').waitFor()
      expect(await violations(page)).toEqual([])
      await openPanel(page)
      await page.locator('.buttons button').first().waitFor()
      expect(await violations(page)).toEqual([])
      await ask(page, BY_STATUS)
      const turn = await turnIn(page, 'answered')
      await turn.locator('.chart svg').waitFor()
      await turn.getByText('Details').click()
      expect(await violations(page)).toEqual([])
      await turn.getByRole('button', { name: 'Table' }).click()
      expect([await violations(page), complaints]).toEqual([[], []])
      await context.close()
    }
  })

  it('is a full-screen modal dialog on a phone that keeps the focus, and else a dialog that does not', async () => {
    for (const [width, isModal] of [
      [390, true],
      [1_000, false],
    ] as const) {
      const { page, context } = await openWidget(browser, pages.add({ body: reader() }), {
        viewport: { width, height: 700 },
      })
      const panel = page.getByRole('dialog', { name: 'Ask your data' })
      expect(await panel.getAttribute('aria-modal')).toBe(isModal ? 'true' : null)
      const box = await panel.boundingBox()
      expect([box?.width, box?.height]).toEqual(isModal ? [390, 700] : [400, 640])
      await page.locator('.buttons button').first().waitFor()
      let left = false
      for (let at = 0; at < 15; at++) {
        await page.keyboard.press('Tab')
        left ||= await page.evaluate('document.activeElement === document.body')
      }
      expect(left).toBe(!isModal)
      await context.close()
    }
  })

  it('speaks German on a German page, and mirrors itself on a page from right to left except for its corner', async () => {
    const german = await openWidget(browser, pages.add({ body: { ...reader(), position: 'top-left' }, lang: 'de-AT' }))
    await german.page.getByRole('dialog', { name: 'Fragen Sie Ihre Daten' }).waitFor()
    expect(await german.page.locator('.panel').boundingBox()).toMatchObject({ x: 16, y: 16 })
    await german.context.close()
    const mirrored = await openWidget(browser, pages.add({ body: reader(), dir: 'rtl' }))
    const [panel, close] = await Promise.all(
      ['.panel', '.header button:last-child'].map((part) => mirrored.page.locator(part).boundingBox()),
    )
    expect([panel?.x, (close?.x ?? 0) < (panel?.x ?? 0) + 100]).toEqual([1_280 - 16 - 400, true])
    await mirrored.context.close()
  })

  it('is defined once by two scripts, and shown once by two elements of the same reader', async () => {
    const body = reader()
    const { page, complaints, context } = await visit(browser)
    await page.goto(pages.add({ body: elementText(body).repeat(2), scripts: 2 }))
    await page.locator('.launcher').waitFor()
    expect(await page.locator('.launcher').count()).toBe(1)
    expect(complaints).toEqual([
      expect.stringContaining('this second element shows nothing'),
      expect.stringContaining('this second script of the widget does nothing'),
    ])
    await context.close()
  })

  it('is shown by the element that replaces another one, and by a second one when the first is gone', async () => {
    const { page, complaints, context } = await visit(browser)
    await page.goto(pages.add({ body: reader() }))
    const launcher = page.locator('.launcher')
    await launcher.waitFor()
    for (const swap of ['copy.remove(); old.remove(); document.body.append(copy)', 'old.after(copy); old.remove()']) {
      await page.evaluate(`{
        const old = document.querySelector('db-chat'), copy = old.cloneNode()
        ${swap} }`)
      await launcher.waitFor()
    }
    expect(complaints).toEqual([])
    await page.evaluate(`{
      const old = document.querySelector('db-chat')
      old.after(old.cloneNode()) }`)
    await page.evaluate(`document.querySelector('db-chat').remove()`)
    await launcher.waitFor()
    await context.close()
  })

  it.each([
    ['a server key', { 'api-key': 'sk_1' }, 'a server key must not be in a page'],
    ['a malformed database', { 'database-id': 'shop' }, 'Check the attribute database-id.'],
    ['another server', { 'service-url': 'own page' }, 'Check the attribute service-url.'],
    ['a scope that is too long', { 'scope-id': 's'.repeat(300) }, 'Check the attribute scope-id.'],
  ])('tells the developer of %s in the console', async (_, wrong, sentence) => {
    const { page, context } = await visit(browser)
    const warning = page.waitForEvent('console', (message) => message.text().includes(sentence))
    const attributes: Attributes = { ...reader(), ...wrong }
    await page.goto(pages.add({ body: { ...attributes, inline: true }, connect: '*' }))
    await warning
    const isRefused = (await page.getByText('This chat is not available at the moment.').count()) === 1
    expect([isRefused, await page.locator('.launcher').count()]).toEqual([!('api-key' in wrong), 0])
    await context.close()
  })

  it('closes with Escape alone when a dialog of the page is open too, and is not printed', async () => {
    const dialog = (element: string) => `<dialog>${element}</dialog>`
    const { page, context } = await visit(browser)
    await page.goto(pages.add({ body: dialog(elementText(reader())) }))
    await page.evaluate(`document.querySelector('dialog').showModal()`)
    await openPanel(page)
    await page.keyboard.press('Escape')
    await page.locator('.launcher').waitFor()
    expect(await page.evaluate(`document.querySelector('dialog').open`)).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.launcher').isVisible()).toBe(false)
    await context.close()
  })

  it('shows its launcher in default colours if the branding does not come', async () => {
    const { page, context } = await visit(browser)
    await page.route('**/branding', () => undefined)
    await page.goto(pages.add({ body: reader() }))
    await page.locator('.launcher').waitFor()
    await context.close()
  })

  it('is created by init, opened and closed with events, and survives a move in the document', async () => {
    const { page, complaints, context } = await visit(browser)
    await page.goto(pages.add({ body: '<div id="place"></div>' }))
    const [key, databaseId] = [platform.access.databaseKey, platform.access.databaseId].map((text) =>
      JSON.stringify(text),
    )
    await page.waitForFunction('globalThis.TabletalkWidget')
    await page.evaluate(`
      globalThis.events = []
      globalThis.chat = TabletalkWidget.init({ apiKey: ${key}, databaseId: ${databaseId}, tenantId: 1, scopeId: 'init' })
      for (const name of ['open', 'close']) chat.addEventListener(name, ({ type }) => events.push(type))`)
    await page.locator('.launcher').waitFor()
    await page.evaluate('chat.open()')
    await ask(page, BY_STATUS)
    await page.evaluate(`document.querySelector('#place').append(chat)`)
    await turnIn(page, 'answered')
    await page.evaluate('chat.close()')
    expect([await page.locator('.panel').count(), await page.evaluate('events')]).toEqual([0, ['open', 'close']])
    await page.evaluate('chat.position = "top-left"')
    await page.locator('.root.top-left .launcher').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('starts anew when the reader changes while it streams, and shows each reader only their own conversation', async () => {
    const body = reader()
    const { page, complaints, context } = await openWidget(browser, pages.add({ body }))
    await ask(page, BY_STATUS)
    await page.locator('.turn[data-state=running], .turn[data-state=answered]').waitFor()
    const change = (tenant: number, scope: string) =>
      page.evaluate(`Object.assign(document.querySelector('db-chat'), { tenantId: ${tenant}, scopeId: '${scope}' })`)
    await change(2, 'another reader')
    await page.locator('.greeting').waitFor()
    expect(await page.locator('.turn').count()).toBe(0)
    await change(1, body['scope-id'])
    const turn = await turnIn(page, 'answered')
    expect(await turn.locator('.question').textContent()).toContain(BY_STATUS)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('fills its container with inline, and its frame with full', async () => {
    const inline = await visit(browser)
    const container = (element: string) => `<div class="box">${element}</div>`
    const css = '.box { width: 500px; height: 450px }'
    await inline.page.goto(pages.add({ body: container(elementText({ ...reader(), inline: true })), css }))
    expect(await inline.page.locator('.panel').boundingBox()).toMatchObject({ width: 500, height: 450 })
    expect(await inline.page.locator('.launcher').count()).toBe(0)
    await inline.context.close()
    const full = await visit(browser)
    const { databaseKey: key, databaseId: database } = platform.access
    const query = new URLSearchParams({ key, database, tenant: '1', scope: 'framed', locale: 'de' })
    await full.page.goto(`${platform.baseUrl}/widget/frame?${query}`)
    expect(await full.page.locator('.panel').boundingBox()).toEqual({ x: 0, y: 0, width: 1_280, height: 800 })
    await ask(full.page, BY_STATUS)
    await turnIn(full.page, 'answered')
    expect([await violations(full.page), full.complaints]).toEqual([[], []])
    await full.context.close()
  })
})
