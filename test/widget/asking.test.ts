import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { answeredTurn } from '../support/answered-turn.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedReply, startScriptedModel } from '../support/scripted-model.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import {
  ask,
  newReader,
  openPanel,
  openWidget,
  questionField,
  turnIn,
  type WidgetPages,
  widgetPages,
} from './widget-page.ts'

const BY_STATUS = 'How many orders are there per status?'
const SLOW = 'How many customers are there, slowly?'
const UNCLEAR = 'Who is best?'
const REST = 'And that is all there is to say about it.'
const TEXT = `Here is what the data says. ${REST}`
const MARKED = `**Here** is what the data says. ${REST}`
const HOSTILE_TEXT =
  'See <img src="http://evil.example/i.png" onerror="alert(1)"> and [x](javascript:alert(1)) and ![x](http://evil.example/x.png).'

let model: ScriptedModel
let platform: Platform
let browser: Browser
let pages: WidgetPages
/** Holds the end of the answer to the slow question. */
let gate = Promise.withResolvers<void>()

beforeAll(async () => {
  model = await startScriptedModel((request): ScriptedReply => {
    const prompt = request.body.messages.map(({ content }) => content).join('\n')
    const isSlow = prompt.includes(SLOW)
    if (request.body.response_format === undefined)
      return { text: MARKED, ...(isSlow ? { lastAfter: gate.promise } : {}) }
    if (isSlow) return modelAnswers(['SELECT COUNT(*) AS customers FROM customers'])(request)
    return modelAnswers(['SELECT status, COUNT(*) AS number_of_orders FROM orders GROUP BY status ORDER BY 2 DESC'])(
      request,
    )
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env, portal: await builtPortal() })
  browser = await launchBrowser()
  pages = await widgetPages(platform.baseUrl)
})
afterAll(async () => {
  gate.resolve()
  await browser?.close()
  await pages?.close()
  await platform.close()
  await model.close()
})

const reader = () => newReader(platform.access)
const hold = () => {
  gate = Promise.withResolvers()
}

const EVENTS = ['open', 'close', 'answer', 'error']
/** Records events of the element, and what its live region says. */
const record = (page: Page) =>
  page.evaluate(`
    globalThis.events = []
    for (const name of ${JSON.stringify(EVENTS)})
      document.querySelector('db-chat').addEventListener(name, ({ type, detail }) => events.push([type, detail ?? null]))
    // None of them, and no key or input, reaches the page.
    for (const name of [...${JSON.stringify(EVENTS)}, 'keydown', 'keypress', 'keyup', 'input'])
      document.addEventListener(name, ({ type, target }) => target.localName === 'db-chat' && events.push(type))
    globalThis.said = []
    const status = document.querySelector('db-chat').shadowRoot.querySelector('[role=status]')
    new MutationObserver(() => status.textContent !== '' && said.push(status.textContent))
      .observe(status, { childList: true, characterData: true, subtree: true })`)

describeInBrowser('Widget, asked a question', () => {
  it('answers by keyboard alone with chart and table, announces once, and contacts only its service', async () => {
    const { page, complaints, hosts, context } = await openWidget(browser, pages.add({ body: reader() }))
    await record(page)
    const { keyboard } = page
    await page.locator('.greeting').waitFor()
    await page.locator('.primary').waitFor()
    await keyboard.type(BY_STATUS)
    await page.locator('.primary[aria-disabled=false]').waitFor()
    await keyboard.press('Enter')
    const turn = await turnIn(page, 'answered')
    await turn.locator('.chart svg').waitFor()
    expect(await turn.locator('.text').textContent()).toBe(TEXT)
    expect(await page.evaluate('said')).toEqual([`Answer: ${TEXT} Table, 5 rows. Chart.`])
    expect(await page.evaluate('events')).toEqual([
      [
        'answer',
        {
          turnId: expect.any(String),
          messageId: expect.stringMatching(/\.assistant$/),
          conversationId: expect.any(String),
          text: MARKED,
        },
      ],
    ])
    for (let at = 0; at < 12 && !(await turn.locator('.switch button:last-child:focus').count()); at++)
      await keyboard.press('Shift+Tab')
    await keyboard.press('Enter')
    expect(await turn.getByRole('row').count()).toBe(6)
    await keyboard.press('Escape')
    await page.locator('.launcher:focus').waitFor()
    expect(await page.locator('.panel').count()).toBe(0)
    await keyboard.press('Enter')
    await page.locator('db-chat textarea:focus').waitFor()
    expect(complaints).toEqual([])
    expect([...hosts].sort()).toEqual([new URL(pages.origin).host, new URL(platform.baseUrl).host].sort())
    await context.close()
  })

  it('shows text as it arrives, follows the same turn after a reload in mid-answer, and stores only the conversation', async () => {
    hold()
    const { page, context } = await openWidget(browser, pages.add({ body: reader() }))
    await ask(page, SLOW)
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    await page.reload()
    await openPanel(page)
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    gate.resolve()
    const turn = await turnIn(page, 'answered')
    expect(await turn.locator('.text').textContent()).toBe(TEXT)
    expect(await page.locator('.turn').count()).toBe(1)
    const stored: [string, string][] = JSON.parse(
      String(await page.evaluate('JSON.stringify(Object.entries(localStorage))')),
    )
    expect(stored).toEqual([
      [expect.not.stringContaining(platform.access.databaseKey), expect.stringMatching(/^[\w-]{36}$/)],
    ])
    await page.evaluate(`document.querySelector('db-chat').shutdown()`)
    expect(await page.evaluate(`[localStorage.length, document.querySelectorAll('db-chat').length]`)).toEqual([0, 0])
    await context.close()
  })

  it('stops a question and asks it again', async () => {
    hold()
    const { page, context } = await openWidget(browser, pages.add({ body: reader() }))
    await ask(page, SLOW)
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    await questionField(page).fill('typed meanwhile')
    await questionField(page).press('Enter')
    expect(await questionField(page).inputValue()).toBe('typed meanwhile')
    await page.getByRole('button', { name: 'Stop' }).click()
    const turn = await turnIn(page, 'cancelled')
    expect(await turn.textContent()).toContain('Stopped. Nothing more was run.')
    gate.resolve()
    await turn.getByRole('button', { name: 'Ask again' }).click()
    await page.locator('.turn').nth(1).waitFor()
    await turnIn(page, 'answered')
    await context.close()
  })

  it('says that there are too many questions while it waits, and takes back at once what was not accepted', async () => {
    const { page, context } = await openWidget(browser, pages.add({ body: reader() }))
    const limited = { status: 429, headers: { 'Retry-After': '60', 'Access-Control-Expose-Headers': 'Retry-After' } }
    await page.route('**/stream*', (route) =>
      route.fulfill({ ...limited, json: { problem: 'conversation_limit_reached', error_code: 'RATE_LIMIT_EXCEEDED' } }),
    )
    await ask(page, BY_STATUS)
    await page
      .getByText(/Too many questions at the moment. Possible again at \d/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await turnIn(page, 'cancelled')
    await page.unrouteAll()
    // The second click of a double click on Ask does not stop it.
    await questionField(page).fill(BY_STATUS)
    await page.getByRole('button', { name: 'Ask', exact: true }).dblclick()
    await turnIn(page, 'answered')
    await context.close()
  })

  it('says that the connection is lost in mid-event, and ends the answer after it is back', async () => {
    hold()
    const proxy = await tcpProxy(Number(new URL(platform.baseUrl).port))
    const url = pages.add({ body: { ...reader(), 'service-url': `http://127.0.0.1:${proxy.port}` }, connect: '*' })
    const { page, context } = await openWidget(browser, url)
    await ask(page, SLOW)
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    proxy.cut()
    await page.getByText('Connection lost. The question goes on.').first().waitFor()
    gate.resolve()
    proxy.mend()
    const turn = await turnIn(page, 'answered')
    expect([await turn.locator('.text').textContent(), await page.locator('.turn').count()]).toEqual([TEXT, 1])
    await context.close()
    await proxy.close()
  })

  it('leaves nothing in the page when it is removed in mid-answer, and shows the answer when it is back', async () => {
    hold()
    const { page, complaints, context } = await openWidget(browser, pages.add({ body: reader() }))
    await ask(page, SLOW)
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    const before = Number(await page.evaluate(`document.querySelectorAll('*').length`))
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/stream'))
    await page.evaluate(`globalThis.removed = document.querySelector('db-chat'); removed.remove()`)
    await aborted
    expect(
      await page.evaluate(`[document.querySelectorAll('*').length, removed.shadowRoot.childElementCount]`),
    ).toEqual([before - 1, 0])
    await page.evaluate('document.body.append(removed)')
    await page.locator('.turn[data-state=running] .text strong').waitFor()
    gate.resolve()
    await turnIn(page, 'answered')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('goes on with a choice, lists the conversations of the scope, rates, and saves the rows as CSV', async () => {
    const body = reader()
    const { organizationId, databaseId } = platform.access
    const caller = { organizationId, kind: 'database', userId: 1, tenantId: '1', scopeId: body['scope-id'] } as const
    const choices = [
      { label: 'by orders', question: BY_STATUS },
      { label: 'by revenue', question: SLOW },
    ]
    const message = `${HOSTILE_TEXT}\n1. by orders\n2. by revenue`
    const metadata = { query_type: 'chat', choices, execution_time_ms: 5, sources: [] }
    await answeredTurn(platform.app.store, { caller, databaseId, question: UNCLEAR, message, metadata })
    const { page, context } = await openWidget(browser, pages.add({ body }))
    await page.getByRole('button', { name: 'Conversations' }).click()
    await page.locator('.conversations button').click()
    const unclear = page.locator('.turn').first()
    // Markup, links and images are the text that they are.
    expect(await unclear.locator('.text').textContent()).toBe(HOSTILE_TEXT)
    expect(await unclear.locator('.text :is(a, img)').count()).toBe(0)
    await unclear.getByRole('button', { name: 'by orders' }).click()
    await page.locator('db-chat textarea:focus').waitFor()
    await page.locator('.turn').nth(1).waitFor()
    const turn = await turnIn(page, 'answered')
    expect(await unclear.locator('[aria-pressed=true]').textContent()).toBe('by orders')
    const download = page.waitForEvent('download')
    await turn.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.trim().split('\r\n')).toHaveLength(6)
    await turn.getByRole('button', { name: 'Not helpful' }).click()
    await turn.getByLabel('What was wrong? (optional)').fill('Old numbers.')
    await page.keyboard.press('Enter')
    await turn.getByText('Saved.').waitFor()
    await page.reload()
    await openPanel(page)
    const rated = page.locator('.turn').nth(1)
    await rated.locator('.chart svg').waitFor()
    expect(await rated.locator('.feedback [aria-pressed=true]').getAttribute('aria-label')).toBe('Not helpful')
    // A key that may not export has no button after the first refusal.
    await page.route('**/results?format=csv*', (route) => route.fulfill({ status: 403, body: '{}' }))
    await rated.getByRole('button', { name: 'Download as CSV' }).click()
    await rated.getByRole('button', { name: 'Download as CSV' }).waitFor({ state: 'detached' })
    await context.close()
  })
})
