import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { mongoTurnLog } from '../../src/ask/events/mongo-turn-log.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { turnLogContract } from './contract.ts'
import { done, START, text } from './samples.ts'

const uri = testServers().mongoUri
const database = `stream-${randomUUID().slice(0, 8)}`

const connect = async () => {
  const client = await new MongoClient(uri).connect()
  return { client, db: client.db(database) }
}

turnLogContract({
  name: 'mongo',
  async open() {
    const [one, two] = await Promise.all([connect(), connect()])
    const here = mongoTurnLog(one.db, { pollMs: 10 })
    const there = mongoTurnLog(two.db, { pollMs: 10 })
    return {
      here,
      there,
      async close() {
        await Promise.all([here.close(), there.close()])
        await Promise.all([one.client.close(), two.client.close()])
      },
    }
  },
})

describe('mongo turn log', () => {
  let connection: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    connection = await connect()
  })
  afterAll(async () => {
    await connection.db.dropDatabase()
    await connection.client.close()
  })

  it('sweeps a finished turn completely after its retention and keeps others', async () => {
    const log = mongoTurnLog(connection.db, { collection: 'swept', retentionMs: -1, sweepMs: 5 })
    await log.append('unfinished', 1, [START])
    await log.append('finished', 1, [START, text('a')])
    expect(await log.head('finished')).toMatchObject({ lastSeq: 2 })
    await log.append('finished', 1, [done('a')])
    while ((await log.head('finished')).lastSeq > 0) await pause(2)
    expect(await connection.db.collection('swept').countDocuments({ turnId: 'finished' })).toBe(0)
    expect(await log.head('unfinished')).toEqual({ lastSeq: 1, terminal: false })
    await log.close()
  })

  it('polls once for all subscriptions', async () => {
    const asked: string[] = []
    const client = await new MongoClient(uri, { monitorCommands: true }).connect()
    client.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'find') asked.push(JSON.stringify(command.filter))
    })
    const log = mongoTurnLog(client.db(database), { pollMs: 20, idlePollMs: 20 })
    const turns = Array.from({ length: 100 }, (_, index) => `turn-${index}.`)
    const stops = turns.map((turn) => log.subscribe(turn.slice(0, -1), () => undefined))
    await waitFor('some polls', async () => asked.length > 2)
    for (const stop of stops) stop()
    for (const filter of asked.slice(0, 3)) expect(turns.filter((turn) => !filter.includes(turn))).toEqual([])
    await log.close()
    await client.close()
  })

  it('reads once for all readers that wake together', async () => {
    const commands: string[] = []
    const client = await new MongoClient(uri, { monitorCommands: true }).connect()
    const log = mongoTurnLog(client.db(database))
    await log.append('popular', 1, [START, text('a')])
    client.on('commandStarted', ({ commandName }) => commands.push(commandName))
    const reads = await Promise.all(Array.from({ length: 200 }, () => log.read('popular', 0, 64)))
    expect(reads.every((events) => events.length === 2)).toBe(true)
    expect(commands.filter((name) => name === 'find')).toHaveLength(1)
    await log.close()
    await client.close()
  })
})
