import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../src/access/rules/caller.ts'
import { passwords } from '../src/manage/accounts/passwords.ts'
import { demoOwner } from '../src/platform/process/demo/demo-owner.ts'
import { currentPortal } from '../src/platform/process/portal.ts'
import { CHART, receipt } from '../test/support/answered-turn.ts'
import { startService } from './http/service.ts'
import { startStoreServer } from './http/store-server.ts'
import { machine } from './measure/machine.ts'
import { quantile } from './measure/quantile.ts'

/**
 * Benchmarks the portal: bytes (gzip) loaded by the login page and the page for asking, and frame times while a long
 * conversation is scrolled from end to end: `node bench/portal.ts [--turns 150]`.
 */
const { values } = parseArgs({ options: { turns: { type: 'string', default: '150' } } })
const TURNS = Number(values.turns)
const SCROLL_PX = 400

const place = await startStoreServer()
const folder = await currentPortal({})
const service = await startService({ MONGODB_URI: place.mongoUri, TABLETALK_LIMITS: 'memory' }, { folder })
const { store, organizationId, databaseId } = service
const { email, password = '' } = await demoOwner({ store, passwords: passwords() }, service)
const caller: Caller = {
  organizationId,
  kind: 'organization',
  keyId: 'bench',
  userId: 1,
  tenantId: '1',
  scopeId: 'default',
}

const conversationId = uuidv7()
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()
await store.conversations.add({
  id: conversationId,
  organizationId,
  userId: 1,
  databaseId,
  tenantId: '1',
  scopeId: 'default',
  title: 'A long conversation',
  messageCount: 2 * TURNS,
  createdAt: at(0),
  lastMessageAt: at(TURNS),
})
const columns = [
  { name: 'status', type: 'text' as const },
  { name: 'number_of_orders', type: 'number' as const },
]
for (let turn = 0; turn < TURNS; turn++) {
  const turnId = uuidv7()
  const rows = Array.from({ length: 20 }, (_, row) => ({ status: `status ${row}`, number_of_orders: row * turn }))
  const result = { columns, rows, rowCount: rows.length, truncated: false, executionTimeMs: 1 }
  const own = receipt(databaseId)
  await store.results.put(caller, { turnId, conversationId, databaseId }, { result, receipt: own }, 1)
  const said = { conversationId, timestamp: at(turn), type: 'text' } as const
  const metadata = { query_type: 'data_retrieval', row_count: 20, chart: CHART, receipt: { query: own.drafted } }
  await store.messages.add(caller, databaseId, {
    ...said,
    id: `${turnId}.user`,
    sender: 'USER',
    content: `Question ${turn}`,
    metadata: {},
  })
  await store.messages.add(caller, databaseId, {
    ...said,
    id: `${turnId}.assistant`,
    sender: 'ASSISTANT',
    content: 'Here they are.\n- one\n- two',
    metadata,
  })
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  console.log(machine())
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(?:js|css)$/.test(pathname)) loaded.add(pathname)
  })
  const base = `http://127.0.0.1:${service.port}`
  await page.goto(`${base}/login`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('#question').waitFor()
  const sizes = [...loaded].map(
    async (asset) => gzipSync(await readFile(path.join(folder, asset)), { level: 9 }).length,
  )
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`logging in and asking load ${(bytes / 1_000).toFixed(1)} kB (gzip) of scripts and styles`)

  await page.goto(`${base}/ask/${conversationId}`)
  await page.locator('.turn').first().waitFor()
  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  for (let shown = await page.locator('.turn').count(); shown < TURNS; shown = await page.locator('.turn').count()) {
    await earlier.click()
    await page.locator('.turn').nth(shown).waitFor()
  }
  await page.locator('.answers').hover()
  await page.evaluate(`
    globalThis.frames = []
    let last = performance.now()
    requestAnimationFrame(function next(now) { frames.push(now - last); last = now; requestAnimationFrame(next) })`)
  const height = Number(await page.evaluate("document.querySelector('.answers').scrollHeight"))
  for (const sign of [-1, 1]) for (let px = 0; px < height; px += SCROLL_PX) await page.mouse.wheel(0, sign * SCROLL_PX)
  const frames: number[] = await page.evaluate('frames')
  const slow = frames.filter((ms) => ms > 50).length
  console.log(
    `${2 * TURNS} messages, ${frames.length} frames: p50 ${quantile(frames, 0.5).toFixed(1)} ms, p95 ${quantile(frames, 0.95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms, ${slow} over 50 ms`,
  )
} finally {
  await browser.close()
  await service.close()
  await place.stop()
}
