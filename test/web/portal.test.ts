import type { Browser, Page } from 'playwright-core'
import type { ServedPortal } from '../../src/platform/process/portal.ts'
import { answeredTurn, CHART } from '../support/answered-turn.ts'
import { describeInBrowser, launchBrowser, OTHER_NAME } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedReply, startScriptedModel } from '../support/scripted-model.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { askIn, cardIn, follow, gzippedSize, logIn, member, violations, visit } from './portal-browser.ts'

const BY_STATUS = 'How many orders are there per status?'
const SLOW = 'How many customers are there, slowly?'
const HOSTILE_TEXT = 'See <img src="http://evil.example/i.png" onerror="alert(1)"> and ![x](http://evil.example/x.png).'
const FIRST_LOAD_BYTES = 160_000

/** Theme and width are independent: two of the four combinations cover both. */
const LAYOUTS = [
  [1_280, 'light'],
  [400, 'dark'],
] as const

const drafts = (query: string) => modelAnswers([query])

let model: ScriptedModel
let platform: Platform
let portal: ServedPortal
let browser: Browser
/** Holds the model's answer to the slow question. */
let gate = Promise.withResolvers<void>()

beforeAll(async () => {
  model = await startScriptedModel((request): ScriptedReply => {
    const prompt = request.body.messages.map(({ content }) => content).join('\n')
    if (request.body.response_format === undefined) return { text: HOSTILE_TEXT }
    if (prompt.includes(SLOW))
      return { ...drafts('SELECT COUNT(*) AS customers FROM customers')(request), after: gate.promise }
    return drafts('SELECT status, COUNT(*) AS number_of_orders FROM orders GROUP BY status ORDER BY 2 DESC')(request)
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  portal = await builtPortal()
  platform = await startPlatform({ env, portal })
  browser = await launchBrowser()
})
afterAll(async () => {
  gate.resolve()
  await browser?.close()
  await platform.close()
  await model.close()
})

const loggedInVisitor = async (options: Parameters<typeof visit>[1] = {}) => {
  const visitor = await visit(browser, options)
  await logIn(visitor.page, platform.baseUrl, (await member(platform)).email)
  return visitor
}

/** The turn ids of all cards. */
const turnIds = (page: Page): Promise<readonly string[]> =>
  page.locator('.turn').evaluateAll((cards) => cards.map((card) => card.id))

describeInBrowser('Portal', () => {
  it('supports keyboard-only use from login to receipt, announces the answer once, and requests no other host', async () => {
    const { email } = await member(platform)
    const { page, complaints, hosts, assets, context } = await visit(browser)
    const { keyboard } = page
    await page.goto(`${platform.baseUrl}/ask`)
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await keyboard.press('Tab')
    await keyboard.type(email)
    await keyboard.press('Tab')
    await keyboard.type('seven green umbrellas')
    await keyboard.press('Enter')
    await page.locator('#question').waitFor()
    await page.getByLabel('As tenant').focus()
    await keyboard.type('1')
    const firstLoad = [...assets]
    await page.evaluate(`
      globalThis.announced = []
      new MutationObserver(() => {
        const text = document.querySelector('[role=status]').textContent
        if (text !== '') announced.push(text)
      }).observe(document.querySelector('[role=status]'), { childList: true, characterData: true, subtree: true })`)
    for (let at = 0; at < 12 && !(await page.locator('#question:focus').count()); at++) await keyboard.press('Tab')
    await keyboard.type(BY_STATUS)
    await keyboard.press('Enter')
    const card = await cardIn(page, 'answered')
    await card.locator('.chart svg').waitFor()
    expect(await page.evaluate('announced')).toEqual([
      expect.stringMatching(/^Answer: .* Table, 5 rows\. Chart\. Receipt available\.$/s),
    ])
    await card.locator('.question').focus()
    await keyboard.press('r')
    const receipt = page.getByRole('complementary', { name: 'Receipt' })
    await receipt.locator('ins').first().waitFor()
    expect(await receipt.textContent()).toContain('shop_id')
    expect(await receipt.textContent()).toContain('✓ passed')
    await keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Receipt')
    await card.locator('.question').focus()
    await keyboard.press('t')
    await card.getByRole('rowheader').nth(4).waitFor()
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
    expect([complaints, [...hosts]]).toEqual([[], [new URL(platform.baseUrl).host]])
    expect(await gzippedSize(portal.folder ?? '', firstLoad)).toBeLessThan(FIRST_LOAD_BYTES)
    await context.close()
  })

  it('resumes a running question after a reload and in another tab, with one card and the answer in each', async () => {
    gate = Promise.withResolvers()
    const { page, context } = await loggedInVisitor()
    await askIn(page, SLOW)
    await cardIn(page, 'running')
    await page.waitForURL('**/ask/*-*')
    const other = await context.newPage()
    await Promise.all([page.reload(), other.goto(page.url())])
    await Promise.all([cardIn(page, 'running'), cardIn(other, 'running')])
    gate.resolve()
    await Promise.all([cardIn(page, 'answered'), cardIn(other, 'answered')])
    const shown = await turnIds(page)
    expect(shown).toEqual([expect.stringMatching(/^m-[0-9a-f-]{36}\.assistant$/)])
    expect(await turnIds(other)).toEqual(shown)
    await context.close()
  })

  it('shows that the connection is lost, and resumes the question after reconnecting', async () => {
    gate = Promise.withResolvers()
    const proxy = await tcpProxy(Number(new URL(platform.baseUrl).port))
    const { page, context } = await visit(browser)
    await logIn(page, `http://127.0.0.1:${proxy.port}`, (await member(platform)).email)
    await askIn(page, SLOW)
    const card = await cardIn(page, 'running')
    proxy.cut()
    await card.getByText('Connection lost. The question goes on.').waitFor()
    await page.locator('#question').fill('typed meanwhile')
    gate.resolve()
    proxy.mend()
    await cardIn(page, 'answered')
    expect([await page.locator('.turn').count(), await page.locator('#question').inputValue()]).toEqual([
      1,
      'typed meanwhile',
    ])
    await context.close()
    await proxy.close()
  })

  it('cancels a question, shows that it stopped, and asks it again', async () => {
    gate = Promise.withResolvers()
    const { page, context } = await loggedInVisitor()
    await askIn(page, SLOW)
    await cardIn(page, 'running')
    await page.getByRole('button', { name: 'Stop' }).click()
    const card = await cardIn(page, 'cancelled')
    expect(await card.textContent()).toContain('Stopped. Nothing more was run.')
    gate.resolve()
    await card.getByRole('button', { name: 'Ask again' }).click()
    await page.locator('.turn').nth(1).waitFor()
    await cardIn(page, 'answered')
    await context.close()
  })

  it('keeps concurrently loading tabs logged in', async () => {
    const { page, context } = await loggedInVisitor()
    const tabs = [page, await context.newPage(), await context.newPage()]
    await Promise.all(tabs.map((tab) => tab.goto(`${platform.baseUrl}/ask`)))
    for (const tab of tabs) await tab.locator('#question').waitFor()
    await context.close()
  })

  it('fills the question field from the URL without asking', async () => {
    const { page, context } = await loggedInVisitor()
    const asked = model.requests.length
    await page.goto(`${platform.baseUrl}/ask?q=${encodeURIComponent(SLOW)}`)
    await page.locator('#question').waitFor()
    expect(await page.locator('#question').inputValue()).toBe(SLOW)
    expect([await page.locator('.turn').count(), model.requests.length]).toEqual([0, asked])
    await context.close()
  })

  describe('Answer with hostile rows', () => {
    const names = Array.from({ length: 40 }, (_, at) => (at === 7 ? '<b>markup</b>' : `column ${at}`))
    const row = Object.fromEntries(
      names.map((name, at) => [name, at === 0 ? 'x'.repeat(5_000) : at === 1 ? null : 'שלום']),
    )
    const exact = '12345678901234567.89'
    const message = `${'unbroken'.repeat(40)} ${HOSTILE_TEXT}`
    let id: string
    beforeAll(async () => {
      const { organizationId, databaseId } = platform.access
      const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'default' } as const
      const rows = [{ ...row, 'column 2': exact }, row]
      const columns = names.map((name) => ({ name, type: 'text' as const }))
      const metadata = { query_type: 'data_retrieval', row_count: 2, chart: CHART, receipt: { query: 'SELECT 1' } }
      const answered = await answeredTurn(platform.app.store, {
        caller,
        databaseId,
        message,
        question: message,
        result: { columns, rows, rowCount: 2 },
        metadata,
      })
      id = answered.conversationId
    })

    it('is shown as text with every digit, and only its table scrolls horizontally at 1280, 400 and 320 px', async () => {
      const { page, complaints, hosts, context } = await loggedInVisitor()
      for (const [width, colorScheme] of [...LAYOUTS, [320, 'light']] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.goto(`${platform.baseUrl}/ask/${id}`)
        const table = page.getByRole('table')
        await page.getByRole('button', { name: 'Table', exact: true }).click()
        await table.waitFor()
        // HTML and images of the answer are shown as text.
        expect(await page.locator('.answer-text').textContent()).toBe(message)
        for (const text of ['<b>markup</b>', exact, 'no value', 'שלום'])
          expect(await table.textContent()).toContain(text)
        await table.getByRole('button', { name: 'More', exact: true }).first().click()
        expect((await page.getByRole('dialog').locator('pre').textContent())?.length).toBe(5_000)
        await page.keyboard.press('Escape')
        const beyond = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect([width, beyond, complaints, [...hosts]]).toEqual([width, 0, [], [new URL(platform.baseUrl).host]])
      }
      await context.close()
    })
  })

  it('has no axe violations on any page in wide light and narrow dark layouts', async () => {
    // Otherwise axe checks colours during transitions.
    const { page, context } = await visit(browser, { reducedMotion: 'reduce' })
    const expectNoViolations = async (where: string) => {
      for (const [width, colorScheme] of LAYOUTS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect([where, width, await violations(page)]).toEqual([where, width, []])
      }
    }
    await page.goto(`${platform.baseUrl}/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoViolations('/login')
    for (const address of ['/sso', '/invitation', '/password-reset', '/email-verification']) {
      await follow(page, address)
      await expectNoViolations(address)
    }
    await logIn(page, platform.baseUrl, (await member(platform)).email)
    await expectNoViolations('/ask')
    await askIn(page, BY_STATUS)
    const card = await cardIn(page, 'answered')
    await card.locator('.chart svg').waitFor()
    await card.getByRole('button', { name: 'Receipt' }).click()
    await page.locator('.receipt pre').first().waitFor()
    await expectNoViolations('receipt')
    await follow(page, '/account')
    await expectNoViolations('/account')
    await context.close()
  })

  it('uses German for a German browser, also over plain HTTP without a secure context', async () => {
    const { page, context } = await visit(browser, { locale: 'de-DE' })
    const insecureUrl = `http://${OTHER_NAME}:${new URL(platform.baseUrl).port}`
    await page.goto(`${insecureUrl}/ask`)
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
    await logIn(page, insecureUrl, (await member(platform)).email)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await page.reload()
    await page.getByLabel('Als Mandant').fill('1')
    await page.locator('#question').fill(BY_STATUS)
    await page.keyboard.press('Enter')
    const card = await cardIn(page, 'answered')
    expect(await card.textContent()).toContain('Nachweis')
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    await context.close()
  })
})
