import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import express from 'express'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Draft } from '../../src/ask/rules/draft.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { serve } from '../http/event-stream.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { Forked } from '../support/forked.ts'
import { SECRET } from '../support/platform.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../turn/scripted-planner.ts'
import { visit } from '../web/portal-browser.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const MONTHS = 'Revenue per month this year'
const CHOICES = [{ label: 'by number: customers', question: 'How many customers are there?' }]
const DRAFT = { planner: 'builtin', suggestions: [], assumptions: [], confidence: 0.9 }
const CLARIFY: Draft = { ...DRAFT, mode: 'clarify', choices: CHOICES, reply: 'Which one do you mean?' }
const ENDLESS: Draft = {
  ...DRAFT,
  mode: 'query',
  query: 'SELECT COUNT(*) AS n FROM orders a, orders b, orders c, orders d',
  explanation: 'Counts what has no end.',
}

/** Builds the page as its README does. @returns the folder of its files */
const buildPage = async (service: string, key: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ai-sdk-page-'))
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], {
    cwd: path.join(ROOT, 'examples/ai-sdk'),
    env: { PATH: process.env.PATH, VITE_TABLETALK_URL: service, VITE_TABLETALK_KEY: key },
  })
  return folder
}

describeInBrowser('examples/ai-sdk', () => {
  let platform: ScriptedPlatform
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: readonly string[]
  let close: () => Promise<void>
  const forked = new Forked()
  /** Kills the process that serves the page's requests, and starts another one at its address. */
  let replaceProcess: () => Promise<void>

  beforeAll(async () => {
    platform = await startScriptedPlatform()
    platform.drafts('Which customers are best?', CLARIFY)
    platform.drafts('How many stars are there?', ENDLESS)
    const killed = await forked.startApi(platform.env)
    let restarted: RunningApi | undefined
    replaceProcess = async () => {
      killed.child.kill('SIGKILL')
      await killed.died
      const port = Number(new URL(killed.url).port)
      restarted = await serveApi(platform.app, { host: '127.0.0.1', port, secret: SECRET })
    }
    const folder = await buildPage(killed.url, platform.access.databaseKey)
    const pages = await serve((app) => app.use(express.static(folder)))
    browser = await launchBrowser()
    const visitor = await visit(browser)
    ;({ context, page, complaints } = visitor)
    await page.goto(pages.url)
    close = async () => {
      await context.close()
      await browser.close()
      forked.killAll()
      await restarted?.drain(1_000)
      await Promise.all([pages.close(), platform.close(), rm(folder, { recursive: true })])
    }
  })
  afterAll(() => close())

  const ask = async (question: string): Promise<void> => {
    await page.getByLabel('Question').fill(question)
    await page.getByRole('button', { name: 'Ask' }).click()
  }
  const isReady = () => page.getByRole('button', { name: 'Ask' }).waitFor()
  /** Whether the page has events of a turn. */
  const isRunning = () =>
    page
      .getByRole('status')
      .filter({ hasText: /Working|Looking it up/ })
      .waitFor()
  const lastAnswer = () => page.locator('article.assistant').last()

  it('shows text, table and chart of an answer, and again after a reload', async () => {
    await ask(MONTHS)
    await isReady()
    const shown = async () => {
      await lastAnswer().locator('img[src^="blob:"]').waitFor()
      return [await lastAnswer().locator('.text').textContent(), await lastAnswer().locator('td').allTextContents()]
    }
    const answered = await shown()
    expect(answered[0]).toContain('Revenue by month')
    expect(answered[1]?.length).toBeGreaterThan(10)
    await page.reload()
    expect(await shown()).toEqual(answered)
  })

  it('asks the question of the choice that is clicked', async () => {
    await ask('Which customers are best?')
    await page.getByRole('button', { name: 'by number: customers' }).click()
    await page.locator('article.user', { hasText: 'How many customers are there?' }).waitFor()
    await isReady()
    expect(await lastAnswer().locator('.text').textContent()).toMatch(/\d+ customers/)
  })

  it('goes on with its turn by itself when the process of its stream is killed and replaced', async () => {
    const release = platform.holds('How many orders are there?')
    await ask('How many orders are there?')
    await isRunning()
    await replaceProcess()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    release()
    await lastAnswer()
      .locator('.text', { hasText: /\d+ orders/ })
      .waitFor()
    expect(await page.locator('article.user').count()).toBe(4)
  })

  it('goes on with its turn after a reload, and stops it then', async () => {
    await ask('How many stars are there?')
    await isRunning()
    await page.reload()
    await isRunning()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    await isReady()
    await page.reload()
    await page.getByText('Stopped.').waitFor()
  })

  it('shows the message of a problem', async () => {
    await ask('x'.repeat(9_000))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/8000 characters/)
    expect(complaints).toEqual([])
  })
})
