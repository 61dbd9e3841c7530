import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { coalesce, type TextWriter } from '../../src/ask/events/coalesce.ts'
import { mongoTurnLog } from '../../src/ask/events/mongo-turn-log.ts'
import { takeOver } from '../../src/ask/events/take-over.ts'
import { StaleWriter } from '../../src/ask/events/turn-log.ts'
import { done, START, STATUS } from '../stream/samples.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { eventsOf, type ReceivedEvent, textOf } from './event-stream.ts'
import { StreamProcesses } from './stream-processes.ts'

const uri = testServers().mongoUri
const database = `streams-${randomUUID().slice(0, 8)}`
const processes = new StreamProcesses(uri, database)

describe('streams across several API processes', () => {
  const client = new MongoClient(uri)
  const log = mongoTurnLog(client.db(database))
  afterAll(async () => {
    processes.killAll()
    await log.close()
    await client.db(database).dropDatabase()
    await client.close()
  })

  const follow = async (url: string, received: ReceivedEvent[], until: () => boolean): Promise<void> => {
    const cursor = received.at(-1)?.id
    try {
      for await (const event of eventsOf(url, { headers: cursor === undefined ? {} : { 'Last-Event-ID': cursor } })) {
        received.push(event)
        if (until()) return
      }
    } catch {
      // The connection died with its process.
    }
  }

  it('resume on another process after theirs is killed, while the writing worker is replaced', async () => {
    const [first, second] = await Promise.all([processes.start(), processes.start()])
    await log.append('t', 1, [START, STATUS])
    const words = Array.from({ length: 80 }, (_, index) => `word${index} “é🧮” `)
    const answer = words.join('')

    const say = async (text: TextWriter, part: readonly string[]) => {
      for (const word of part) {
        await text.write(word)
        // Paced like a model: pieces that arrive together would be coalesced into one event.
        await pause(5)
      }
    }
    const begin = async (writer: number, part: readonly string[]) => {
      await takeOver(log, 't', writer)
      const text = coalesce(log, 't', writer)
      await say(text, part)
      return text
    }
    // A worker that hangs and is replaced: its next write is rejected.
    const hang = async (replaced: Promise<void>): Promise<void> => {
      const text = await begin(2, words.slice(0, 30))
      await replaced
      await text.write('said too late')
      await text.end()
    }
    const firstKilled = Promise.withResolvers<void>()
    const writing = (async () => {
      const replaced = Promise.withResolvers<void>()
      const refused = expect(hang(replaced.promise)).rejects.toThrow(StaleWriter)
      await waitFor('text', async () => (await log.read('t', 0)).some(({ body }) => body.type === 'text'))
      const text = await begin(3, words.slice(0, 40))
      await firstKilled.promise
      await say(text, words.slice(40))
      await text.end()
      replaced.resolve()
      await refused
      await log.append('t', 4, [done(answer)])
    })()

    const received: ReceivedEvent[] = []
    await follow(`${first.url}/t`, received, () => textOf(received) !== '')
    const killed = follow(`${first.url}/t`, received, () => false)
    await waitFor("text of the worker's successor", async () =>
      received.slice(0, -1).some(({ event }) => event === 'reset'),
    )
    await first.kill()
    await killed
    firstKilled.resolve()
    const beforeKill = received.length
    while (received.at(-1)?.event !== 'done') await follow(`${second.url}/t`, received, () => false)
    await writing

    expect(textOf(received)).toBe(answer)
    expect(received.map(({ id }) => id)).toEqual(received.map((_, index) => `t.${index + 1}`))
    expect(received.length).toBeGreaterThan(beforeKill)
    expect(received.filter(({ event }) => event === 'reset')).toHaveLength(1)
    const again = await fetch(`${second.url}/t`, { headers: { 'Last-Event-ID': received.at(-1)?.id ?? '' } })
    expect(again.status).toBe(204)
  })
})
