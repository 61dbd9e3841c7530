import type { Caller } from '../../src/access/rules/caller.ts'
import { createApp } from '../../src/app.ts'
import { userMessageId } from '../../src/ask/rules/history/message.ts'
import { readConfig } from '../../src/config.ts'
import { seedDemo } from '../../src/platform/process/demo/seed-demo.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import { clockMs } from '../measure/clock.ts'
import { memory } from '../measure/heap.ts'
import { turnName } from './turn-name.ts'

/**
 * The API with all of its middleware, whose turns are written by the benchmark: `ask 0 1000` stores the questions of so
 * many turns from the first one on, `begin 0 1000` begins them, `write 0 1000 20 50` appends 20 pieces to each, 50 ms
 * apart, `memory` returns the memory of the process.
 */
const SECRET = 'a secret of the benchmark, long enough'

const { MONGODB_URI: mongoUri = '', ...env } = process.env
const config = readConfig({ ...env, MONGODB_URI: mongoUri, TABLETALK_SECRET: SECRET, LOG_LEVEL: 'silent' })
const app = await createApp({ config, temporalAddress: '127.0.0.1:9', mongoUri, secret: SECRET, observe: () => {} })
const { orgKey, organizationId, databaseId } = await seedDemo(app.store, '/nowhere', deriveKey(SECRET, 'api-keys'))
await app.store.organizations.change({ organizationId }, { limits: { per_minute: 10_000_000, per_hour: 10_000_000 } })
const api = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET })
const caller: Caller = { kind: 'organization', organizationId, userId: 1, tenantId: '1', scopeId: 'bench' }

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => turnName(from + index))

const ask = async (from: number, count: number): Promise<void> => {
  const turns = names(from, count)
  const asking = async (): Promise<void> => {
    for (let turnId = turns.pop(); turnId !== undefined; turnId = turns.pop())
      await app.store.messages.add(caller, databaseId, {
        id: userMessageId(turnId),
        conversationId: turnId,
        content: 'How many?',
        sender: 'USER',
        timestamp: new Date().toISOString(),
        type: 'text',
        metadata: {},
      })
  }
  await Promise.all(Array.from({ length: 32 }, asking))
}

const write = async (from: number, count: number, pieces: number, everyMs: number): Promise<void> => {
  for (let piece = 0; piece < pieces; piece++) {
    const due = clockMs() + everyMs
    const turns = names(from, count)
    const writing = async (): Promise<void> => {
      for (let turnId = turns.pop(); turnId !== undefined; turnId = turns.pop())
        await app.stream.log.append(turnId, 1, [{ type: 'text', content: `${clockMs()} ` }])
    }
    // As many concurrent writers as steps of a worker.
    await Promise.all(Array.from({ length: 32 }, writing))
    const left = due - clockMs()
    await (left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : new Promise(setImmediate))
  }
}

const begin = async (from: number, count: number): Promise<void> => {
  for (const turnId of names(from, count))
    await app.stream.log.append(turnId, 1, [{ type: 'start', conversationId: turnId, messageId: turnId }])
}

process.once('disconnect', () => process.exit())
process.send?.({ port: api.port, orgKey })
process.on('message', async (words: string) => {
  const [word = '', ...numbers] = words.split(' ')
  const [from = 0, count = 0, pieces = 0, everyMs = 0] = numbers.map(Number)
  if (word === 'stop') process.exit()
  if (word === 'ask') await ask(from, count)
  if (word === 'begin') await begin(from, count)
  if (word === 'write') await write(from, count, pieces, everyMs)
  process.send?.(word === 'memory' ? memory() : 'done')
})
