import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type HostLookup, hostLookup } from '../../src/network/host-lookup.ts'

/** A name server that says that there is no such name, but of names in `silent.example` nothing at all. */
let nameServer: Socket
let nameServers: readonly string[]
beforeAll(async () => {
  nameServer = createSocket('udp4')
  nameServer.on('message', (query, { port, address }) => {
    if (query.includes('silent')) return
    const reply = Buffer.from(query)
    // A response, recursion available, NXDOMAIN (RFC 1035, section 4.1.1).
    reply.writeUInt16BE(0x8183, 2)
    nameServer.send(reply, port, address)
  })
  nameServer.bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
  nameServers = [`127.0.0.1:${nameServer.address().port}`]
})
afterAll(() => {
  nameServer.close()
})

/** The system's lookups as threads see them: each ends when the test says so, and not before. */
const threads = () => {
  const begun: string[] = []
  const held = new Map<string, PromiseWithResolvers<readonly { readonly address: string }[]>>()
  const waiting = new Map<string, () => void>()
  const lookup: HostLookup = (host) => {
    const one = Promise.withResolvers<readonly { readonly address: string }[]>()
    begun.push(host)
    held.set(host, one)
    waiting.get(host)?.()
    return one.promise
  }
  return {
    ...{ begun, lookup },
    /** Resolves when a thread looks for a host. */
    has: (host: string): Promise<void> =>
      held.has(host) ? Promise.resolve() : new Promise((resolve) => void waiting.set(host, resolve)),
    end: (host: string): void => held.get(host)?.resolve([{ address: '192.0.2.1' }]),
  }
}

const FOUND = [{ address: '192.0.2.1' }]
/** No test waits so long. */
const NEVER_MS = 60_000

describe('looking for hosts', () => {
  it('whose name server does not answer takes one thread, and nobody else waits for it', async () => {
    const { begun, has, end, lookup } = threads()
    const find = hostLookup({ lookup, nameServers, answerMs: 20, timeoutMs: NEVER_MS })
    const silent = Array.from({ length: 10 }, (_, n) => `db${n}.silent.example`)
    for (const host of silent) void find(host)
    await Promise.race(silent.map(has))
    for (const host of ['db.shop.example', 'localhost', 'db.farm.example']) {
      const found = find(host)
      await has(host)
      end(host)
      expect(await found).toEqual(FOUND)
    }
    expect(begun.filter((host) => host.includes('silent'))).toHaveLength(1)
  })

  it('takes two threads at most, and one lookup for all who ask for the same host', async () => {
    const { begun, has, end, lookup } = threads()
    const find = hostLookup({ lookup, nameServers, timeoutMs: NEVER_MS })
    const hosts = ['one', 'two', 'three', 'one', 'two']
    const finding = hosts.map((host) => find(host))
    await Promise.all([has('one'), has('two')])
    expect(begun).toEqual(['one', 'two'])
    end('two')
    await has('three')
    end('one')
    end('three')
    expect(await Promise.all(finding)).toEqual(hosts.map(() => FOUND))
    expect(begun).toEqual(['one', 'two', 'three'])
  })

  it('ends in its time, whatever the system does, and keeps the thread until that is free', async () => {
    const { begun, has, end, lookup } = threads()
    const find = hostLookup({ lookup, nameServers, timeoutMs: 50 })
    const finding = ['one', 'two', 'three'].map((host) => find(host))
    for (const one of await Promise.allSettled(finding)) expect(one).toMatchObject({ status: 'rejected' })
    const again = find('four')
    await expect(again).rejects.toThrow()
    expect(begun).toEqual(['one', 'two'])
    end('one')
    const last = find('five')
    await has('five')
    end('five')
    expect(await last).toEqual(FOUND)
  })
})
