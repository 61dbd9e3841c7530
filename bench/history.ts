import http from 'node:http'
import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../src/access/rules/caller.ts'
import { startService } from './http/service.ts'
import { startStoreServer } from './http/store-server.ts'
import { closedLoop } from './measure/closed-loop.ts'
import { machine } from './measure/machine.ts'
import { median, quantile } from './measure/quantile.ts'

/**
 * Benchmarks a page of a long history over HTTP: `node bench/history.ts [--messages 5000] [--requests 300]`. The store
 * is the one of `npm start`, which scans all documents, or `MONGODB_URI`.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '5000' }, requests: { type: 'string', default: '300' } },
})
const MESSAGES = Number(values.messages)
const REQUESTS = Number(values.requests)
const REPETITIONS = 3
const WARM = 20
/** Concurrent writes. */
const TOGETHER = 50
const IN_A_CONVERSATION = 50

const place = await startStoreServer()
const service = await startService({ MONGODB_URI: place.mongoUri, TABLETALK_LIMITS: 'memory' })
const { store, organizationId, databaseId, orgKey } = service
const caller: Caller = { organizationId, kind: 'organization', keyId: 'bench', userId: 1, scopeId: 'bench' }

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()

const addConversation = async (id: string, messageCount: number, lastMessageAt: string): Promise<void> => {
  const fields = { title: 'A conversation', messageCount, lastMessageAt, createdAt: at(0) }
  await store.conversations.add({ id, organizationId, userId: 1, scopeId: 'bench', databaseId, ...fields })
}

const addMessage = async (index: number, conversationId: string): Promise<void> => {
  await store.messages.add(caller, databaseId, {
    id: uuidv7(),
    conversationId,
    timestamp: at(index),
    type: 'text',
    metadata: {},
    sender: index % 2 === 0 ? 'USER' : 'ASSISTANT',
    content: `Message ${index} of a conversation.`,
  })
}

/** Half of the messages in one long conversation, the rest in ordinary ones. */
const long = uuidv7()
await addConversation(long, MESSAGES / 2, at(MESSAGES / 2))
let conversation = long
for (let first = 0; first < MESSAGES; first += TOGETHER) {
  const isOrdinary = first >= MESSAGES / 2
  if (isOrdinary && first % IN_A_CONVERSATION === 0) {
    conversation = uuidv7()
    await addConversation(conversation, IN_A_CONVERSATION, at(first + IN_A_CONVERSATION))
  }
  await Promise.all(Array.from({ length: TOGETHER }, (_, index) => addMessage(first + index, conversation)))
}

const agent = new http.Agent({ keepAlive: true })
const get = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': orgKey, 'X-Scope-Id': 'bench' }
    const options = { host: '127.0.0.1', port: service.port, path: `/api/v1/chat/${path}`, agent, headers }
    const request = http.get(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
      )
    })
    request.once('error', reject)
  })

/** The cursor after so many pages. */
const cursorAfter = async (path: string, pages: number): Promise<string> => {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const { data } = JSON.parse(await get(`${path}&cursor=${encodeURIComponent(cursor)}`))
    cursor = data.cursor
  }
  return encodeURIComponent(cursor)
}

const middle = await cursorAfter('history?limit=200', Math.max(1, Math.floor(MESSAGES / 400)))
const pages: Readonly<Record<string, string>> = {
  'conversations, first page of 20': 'conversations',
  'conversations, first page of 100': 'conversations?limit=100',
  'messages of the scope, first page of 50': 'history',
  'messages of the scope, first page of 200': 'history?limit=200',
  'messages of the scope, a page of 50 in the middle': `history?cursor=${middle}`,
  'messages of a conversation of 50': `history?conversation_id=${conversation}`,
  'messages of a long conversation, first page of 50': `history?conversation_id=${long}`,
}

const times: Record<string, number[][]> = {}
for (let repetition = 0; repetition < REPETITIONS; repetition++)
  for (const [name, path] of Object.entries(pages)) {
    await closedLoop(async () => void (await get(path)), { clients: 1, requests: WARM })
    const { times: all } = await closedLoop(async () => void (await get(path)), { clients: 1, requests: REQUESTS })
    times[name] = [...(times[name] ?? []), [...all]]
  }

console.log(machine())
console.log(
  `store: ${place.name}; ${MESSAGES} messages; ms over HTTP, medians of ${REPETITIONS} × ${REQUESTS} requests`,
)
for (const [name, repetitions] of Object.entries(times)) {
  const [p50, p95] = [0.5, 0.95].map((share) => median(repetitions.map((one) => quantile(one, share))).toFixed(1))
  console.log(`${name.padEnd(52)} p50 ${p50?.padStart(6)}  p95 ${p95?.padStart(6)}`)
}
agent.destroy()
await service.close()
await place.stop()
process.exit()
