import fc from 'fast-check'
import { MongoClient } from 'mongodb'
import { delayingProxy } from '../../bench/measure/delaying-proxy.ts'
import { longestChain, watchCommands, within } from '../../bench/measure/store-commands.ts'
import { testServers } from '../support/test-servers.ts'

const interval = ([beganMs, endedMs]: readonly [number, number]) => ({ beganMs, endedMs })

describe('longestChain', () => {
  it.each<[string, number, (readonly [number, number])[]]>([
    ['no command', 0, []],
    [
      'commands one after the other',
      3,
      [
        [0, 5],
        [5, 10],
        [11, 16],
      ],
    ],
    [
      'commands sent together',
      1,
      [
        [0, 5],
        [0, 6],
        [0, 7],
      ],
    ],
    [
      'a slow command beside sequential ones',
      3,
      [
        [0, 100],
        [1, 6],
        [7, 12],
        [13, 18],
      ],
    ],
    [
      'a command that overlaps two sequential ones',
      2,
      [
        [0, 5],
        [3, 8],
        [6, 11],
      ],
    ],
    [
      'pairs sent together, one pair after the other',
      2,
      [
        [0, 5],
        [1, 6],
        [7, 12],
        [8, 13],
      ],
    ],
    [
      'commands listed in another order than they ended',
      3,
      [
        [11, 16],
        [0, 5],
        [5, 10],
      ],
    ],
  ])('counts the round trips of %s: %i', (_, expected, commands) => {
    expect(longestChain(commands.map(interval))).toBe(expected)
  })

  it('is the longest path among commands that begin after another one has ended', () => {
    const command = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 })).map(([at, ms]) => interval([at, at + ms]))
    fc.assert(
      fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
        const pathFrom = (afterMs: number): number =>
          Math.max(
            0,
            ...commands.filter(({ beganMs }) => beganMs >= afterMs).map(({ endedMs }) => 1 + pathFrom(endedMs)),
          )
        expect(longestChain(commands)).toBe(pathFrom(0))
      }),
    )
  })
})

it('within leaves out commands that began before a request or ended after its response', () => {
  const commands = [
    [0, 3],
    [2, 4],
    [5, 8],
    [7, 11],
  ].map(([beganMs = 0, endedMs = 0]) => ({ beganMs, endedMs }))
  expect(within(commands, { beganMs: 1, endedMs: 10 })).toEqual([interval([2, 4]), interval([5, 8])])
})

describe('Commands to a store whose responses are delayed', () => {
  const CONNECTIONS = 3
  const withDelayedStore = async (run: (ask: () => Promise<unknown>) => Promise<unknown>): Promise<number> => {
    const { hostname: host, port } = new URL(testServers().mongoUri)
    const proxy = await delayingProxy({ host, port: Number(port) })
    proxy.setDelay(5)
    const client = new MongoClient(`mongodb://127.0.0.1:${proxy.port}/`, {
      directConnection: true,
      monitorCommands: true,
      minPoolSize: CONNECTIONS,
    })
    const ready = new Promise<void>((resolve) => {
      let open = 0
      client.on('connectionReady', () => {
        if (++open === CONNECTIONS) resolve()
      })
    })
    const commandsSoFar = watchCommands([client])
    await client.connect()
    await ready
    commandsSoFar()
    await run(() => client.db('nothing').collection('nothing').findOne())
    const length = longestChain(commandsSoFar())
    await client.close()
    await proxy.close()
    return length
  }

  it('count as one round trip if they are sent together', async () => {
    expect(await withDelayedStore((ask) => Promise.all([ask(), ask(), ask()]))).toBe(1)
  })

  it('count as one round trip each if they are sent one after the other', async () => {
    const oneByOne = async (ask: () => Promise<unknown>) => {
      for (let at = 0; at < CONNECTIONS; at++) await ask()
    }
    expect(await withDelayedStore(oneByOne)).toBe(CONNECTIONS)
  })
})
