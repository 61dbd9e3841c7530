import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { visit } from '../web/portal-browser.ts'
import { ask, openPanel, openWidget, questionField, turnIn, type WidgetPages, widgetPages } from './widget-page.ts'

const QUESTION = 'How many customers are there?'
const SECRET = 'is_of the identity tests of the widget'
const UNAVAILABLE = 'This chat is not available at the moment.'

let platform: Platform
let browser: Browser
let pages: WidgetPages
beforeAll(async () => {
  platform = await startPlatform({ portal: await builtPortal() })
  const { organizationId, databaseId } = platform.access
  await platform.app.store.databases.putIdentity({ organizationId }, databaseId, 'required', SECRET)
  browser = await launchBrowser()
  pages = await widgetPages(platform.baseUrl)
})
afterAll(async () => {
  await browser?.close()
  await pages?.close()
  await platform.close()
})

/** No two tokens are equal. */
const token = (claims: object = {}, secret = SECRET): Promise<string> =>
  new SignJWT({ tenant_id: 1, scope_id: 'ann', jti: randomUUID(), exp: Math.floor(Date.now() / 1000) + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret))

const expired = () => token({ exp: Math.floor(Date.now() / 1000) - 600 })

const element = (more: Readonly<Record<string, string>> = {}) => ({
  'api-key': platform.access.databaseKey,
  'database-id': platform.access.databaseId,
  ...more,
})

/** Replaces the way to new tokens: each is given once, and counted. */
const giveTokens = (page: Page, tokens: readonly string[]) =>
  page.evaluate(`
    globalThis.given = 0
    document.querySelector('db-chat').refreshIdentityToken = async () => ${JSON.stringify(tokens)}[given++] ?? 'none left'`)

describeInBrowser('Identity tokens of the widget', () => {
  it.each([
    ['missing', async () => undefined, 'AUTH_INVALID_CREDENTIALS (identity_token_missing)'],
    ['forged', () => token({}, 'the secret of another database'), 'AUTH_TOKEN_INVALID (identity_token_invalid)'],
    ['for another database', () => token({ aud: 'another' }), 'AUTH_TOKEN_INVALID (identity_token_invalid)'],
    ['expired', expired, 'AUTH_TOKEN_EXPIRED (identity_token_expired)'],
    ['the page of an error', async () => '<html> € </html>', 'AUTH_TOKEN_INVALID'],
  ])('%s: refused with a polite sentence for the reader, and the code for the developer', async (_, made, code) => {
    const sent = await made()
    const url = pages.add({ body: element(sent === undefined ? {} : { 'identity-token': sent }) })
    const { page, complaints, context } = await openWidget(browser, url)
    await page.getByText(UNAVAILABLE).waitFor()
    expect(await questionField(page).isDisabled()).toBe(true)
    const text = complaints.join('\n')
    expect(text).toContain(code)
    for (const secret of [sent ?? 'none', platform.access.databaseKey]) expect(text).not.toContain(secret)
    const event = page.evaluate(
      `new Promise((resolve) =>
        document.querySelector('db-chat').addEventListener('error', ({ detail }) => resolve(detail.code)))`,
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await event).toBe(code.split(' ')[0])
    // A new token is enough: the page does not have to be loaded again.
    await page.evaluate(`document.querySelector('db-chat').identityToken = ${JSON.stringify(await token())}`)
    await ask(page, QUESTION)
    await turnIn(page, 'answered')
    await context.close()
  })

  it('asks the page once for a new token in place of an expired one, and goes on', async () => {
    const { page, complaints, context } = await visit(browser, { reducedMotion: 'reduce' })
    await page.goto(pages.add({ body: element() }))
    await page.waitForFunction(`customElements.get('db-chat')`)
    await openPanel(page)
    await page.getByText(UNAVAILABLE).waitFor()
    await giveTokens(page, [await token()])
    await ask(page, QUESTION)
    await turnIn(page, 'answered')
    await giveTokens(page, [await token()])
    await page.evaluate(`document.querySelector('db-chat').identityToken = ${JSON.stringify(await expired())}`)
    // Its claims name another reader than no token.
    await page.locator('.greeting').waitFor()
    await ask(page, QUESTION)
    await turnIn(page, 'answered')
    expect(await page.evaluate('given')).toBe(1)
    await giveTokens(page, [await expired()])
    await page.evaluate(`document.querySelector('db-chat').identityToken = ${JSON.stringify(await expired())}`)
    await ask(page, QUESTION)
    await page.getByText(UNAVAILABLE).waitFor()
    // What could not be asked is still in the field.
    expect([await page.evaluate('given'), await questionField(page).inputValue()]).toEqual([1, QUESTION])
    expect(complaints.filter((text) => text.includes('AUTH_TOKEN_EXPIRED')).length).toBeGreaterThan(0)
    await context.close()
  })

  it('stores the conversation of each reader apart whose token the page gives', async () => {
    const url = pages.add({ body: element() })
    const { page, context } = await visit(browser, { reducedMotion: 'reduce' })
    for (const scope of ['ann of one device', 'bob of one device']) {
      await page.goto(url)
      await page.waitForFunction(`customElements.get('db-chat')`)
      await giveTokens(page, [await token({ scope_id: scope })])
      await openPanel(page)
      await page.locator('.greeting').waitFor()
      expect(await page.locator('.turn').count()).toBe(0)
      await ask(page, QUESTION)
      await turnIn(page, 'answered')
    }
    expect(await page.evaluate('new Set(Object.values(localStorage)).size')).toBe(2)
    await context.close()
  })

  it('gets tokens in a frame from the page around it, and from no other window', async () => {
    const { databaseKey: key, databaseId: database } = platform.access
    const framed = `${platform.baseUrl}/widget/frame?${new URLSearchParams({ key, database })}`
    const url = pages.add({
      body: `<iframe src="${framed.replaceAll('&', '&amp;')}" width="500" height="600"></iframe>`,
    })
    const { page, context } = await visit(browser, { reducedMotion: 'reduce' })
    const asked = page.waitForEvent('console', (message) => message.text().startsWith('asked'))
    await page.addInitScript(`
      addEventListener('message', ({ data, source }) => {
        if (data.type !== 'tabletalk:identity-token-needed') return
        console.log('asked ' + JSON.stringify(data))
        source.postMessage({ type: 'tabletalk:identity-token', token: globalThis.tokenToGive }, '*')
      })
      globalThis.tokenToGive = ${JSON.stringify(await token())}`)
    await page.goto(url)
    expect((await asked).text()).toBe('asked {"type":"tabletalk:identity-token-needed"}')
    const frame = page.frameLocator('iframe')
    await frame.locator('.greeting').waitFor()
    await frame.locator('textarea').fill(QUESTION)
    await frame.locator('.primary[aria-disabled=false]').click()
    await frame.locator('.turn[data-state=answered]').waitFor()
    await page.evaluate(`tokenToGive = 'none left'`)
    // The frame itself is another window than its parent.
    const inner = page.frames()[1]
    await inner?.evaluate(`
      postMessage({ type: 'tabletalk:identity-token', token: 'forged' }, '*')
      globalThis.seen = new Promise((resolve) => addEventListener('message', resolve, { once: true }))`)
    await inner?.evaluate('seen')
    await frame.locator('textarea').fill(QUESTION)
    await frame.locator('.primary[aria-disabled=false]').click()
    await frame.locator('.turn + .turn[data-state=answered]').waitFor()
    await context.close()
  })
})
