import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type HostLookup, hostLookup } from '../../src/platform/network/host-lookup.ts'

/**
 * A name server that resolves names in `good.example`, answers only the IPv4 address of names in `half.example`, does not answer for
 * names in `silent.example` until `answerAll`, and answers NXDOMAIN for other names.
 */
let nameServer: Socket
let nameServers: readonly string[]
let silent: boolean
let asked: string[]
let unanswered: (() => void)[]

beforeAll(async () => {
  nameServer = createSocket('udp4')
  nameServer.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query)
    asked.push(name)
    const answer = () => nameServer.send(replyTo(query.subarray(0, end), addressOf(name, type)), port, address)
    const isHalf = name.endsWith('half.example') && type === IPV6
    if (isHalf || (silent && name.endsWith('silent.example'))) unanswered.push(answer)
    else answer()
  })
  nameServer.bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
  nameServers = [`127.0.0.1:${nameServer.address().port}`]
})
beforeEach(() => {
  silent = true
  asked = []
  unanswered = []
})
afterEach(() => answerAll())
afterAll(() => {
  nameServer.close()
})

/** Answers all pending and future queries. */
const answerAll = () => {
  silent = false
  for (const answer of unanswered.splice(0)) answer()
}

/** Types of records (RFC 1035, section 3.2.2; RFC 3596). */
const IPV4 = 1
const IPV6 = 28
/** Size of the header of a message (RFC 1035, section 4.1.1). */
const HEADER_BYTES = 12

const questionIn = (query: Buffer): { name: string; type: number; end: number } => {
  const words: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    words.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: words.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const addressOf = (name: string, type: number): readonly number[] | undefined => {
  if (!/(good|half|silent)\.example$/.test(name)) return undefined
  return type === IPV4 ? [192, 0, 2, 1] : [0x20, 1, 0xd, 0xb8, ...new Array<number>(11).fill(0), 1]
}

/** @param question the message of a query to the end of its question */
const replyTo = (question: Buffer, address: readonly number[] | undefined): Buffer => {
  const head = Buffer.from(question)
  // A response, recursion available, NXDOMAIN unless there is an answer.
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(address === undefined ? 0 : 1, 6)
  head.writeUInt32BE(0, 8)
  if (address === undefined) return head
  const type = question.readUInt16BE(question.length - 4)
  // A pointer to the name of the question, class IN, TTL 60 s.
  return Buffer.from([...head, 0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
}

/** System lookups as a thread pool runs them: each returns when the test ends it. */
const systemLookups = () => {
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
    begun,
    lookup,
    /** Resolves when a thread looks up a host. */
    has: (host: string): Promise<void> =>
      held.has(host) ? Promise.resolve() : new Promise((resolve) => void waiting.set(host, resolve)),
    end: (host: string): void => held.get(host)?.resolve([{ address: '192.0.2.1' }]),
  }
}

/** Files that do not exist. */
const NO_FILES = { hosts: '/nowhere/hosts', resolvConf: '/nowhere/resolv.conf' }
/** A lookup whose rejections after the end of a test are handled. */
const finder = (parts: Parameters<typeof hostLookup>[0]): HostLookup => {
  const find = hostLookup({ nameServers, files: NO_FILES, ...parts })
  return (host) => {
    const found = find(host)
    found.catch(() => {})
    return found
  }
}

const FOUND = [{ address: '192.0.2.1' }]
/** Long enough for an answer of the local name server on a busy machine. */
const ANSWER_MS = 300
/** Longer than any test. */
const NEVER_MS = 60_000

describe('Host lookup', () => {
  it('uses one thread for hosts whose name server does not answer, and does not delay other hosts', async () => {
    const { begun, has, end, lookup } = systemLookups()
    const find = finder({ lookup, answerMs: ANSWER_MS, timeoutMs: NEVER_MS })
    const hosts = Array.from({ length: 10 }, (_, n) => `db${n}.silent.example`)
    for (const host of hosts) find(host).catch(() => undefined)
    await Promise.race(hosts.map(has))
    for (const host of ['db.shop.example', 'localhost', 'db.farm.example']) {
      const found = find(host)
      await has(host)
      end(host)
      expect(await found).toEqual(FOUND)
    }
    expect(begun.filter((host) => host.includes('silent'))).toHaveLength(1)
  })

  it('uses at most two threads, and one lookup for concurrent callers of the same host', async () => {
    const { begun, has, end, lookup } = systemLookups()
    const find = finder({ lookup, timeoutMs: NEVER_MS })
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

  it('fails at its deadline while the system call continues, and keeps the thread until the call returns', async () => {
    const { begun, has, end, lookup } = systemLookups()
    const find = finder({ lookup, timeoutMs: 50 })
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

  it('uses no thread if DNS knows the host, even if only one address family is answered', async () => {
    const { begun, lookup } = systemLookups()
    const find = finder({ lookup, answerMs: ANSWER_MS, timeoutMs: NEVER_MS })
    const both = (await find('DB.good.example')).map(({ address }) => address)
    expect(both.toSorted()).toEqual(['192.0.2.1', '2001:db8::1'])
    expect(await Promise.all(['one.half.example', 'two.half.example'].map(find))).toEqual([FOUND, FOUND])
    expect(begun).toEqual([])
  })

  it('limits concurrent lookups in a silent domain, and does not delay other domains', async () => {
    const { begun, lookup } = systemLookups()
    const find = finder({ lookup, answerMs: NEVER_MS, timeoutMs: NEVER_MS })
    const made = Array.from({ length: 1_000 }, (_, n) => `db${n}.${n % 2 === 0 ? 'x' : `x${n}`}.silent.example`)
    const found = made.map(find)
    expect(await Promise.race(found.map((one) => one.catch((error: Error) => error.message)))).toBe(
      'too many hosts are being looked up',
    )
    expect(await find('db.good.example')).toHaveLength(2)
    // Each host has two queries: IPv4 and IPv6 addresses.
    expect(new Set(asked.filter((name) => name.includes('silent'))).size).toBeLessThanOrEqual(16)
    expect(begun).toEqual([])
    answerAll()
    await Promise.allSettled(found)
  })

  it('reserves a thread for local names while hosts that are not in DNS occupy the other', async () => {
    const { begun, has, end, lookup } = systemLookups()
    const find = finder({ lookup, timeoutMs: NEVER_MS })
    for (const host of ['a.trap.example', 'b.trap.example', '\uff43.trap\u3002example'])
      find(host).catch(() => undefined)
    await Promise.race(['a', 'b', 'c'].map((word) => has(`${word}.trap.example`)))
    const found = find('localhost')
    await has('localhost')
    end('localhost')
    expect(await found).toEqual(FOUND)
    expect(begun).toHaveLength(2)
  })

  it('gives each caller that joins a lookup its own deadline', async () => {
    const { begun, has, end, lookup } = systemLookups()
    const find = finder({ lookup, timeoutMs: 50 })
    const first = find('one')
    await has('one')
    await expect(first).rejects.toThrow()
    const second = find('one')
    end('one')
    expect(await second).toEqual(FOUND)
    expect(begun).toEqual(['one'])
  })

  it('uses the hosts file before DNS, and search domains in their order', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-names-'))
    const files = { hosts: path.join(folder, 'hosts'), resolvConf: path.join(folder, 'resolv.conf') }
    try {
      await writeFile(files.hosts, '127.0.0.1 localhost\n10.0.0.5 ours  Own.good.example # not\n')
      await writeFile(files.resolvConf, 'search shop.example good.example\noptions timeout:1 ndots:2\n')
      const { begun, has, end, lookup } = systemLookups()
      const find = finder({ lookup, files, timeoutMs: NEVER_MS })
      const own = find('own.good.example')
      await has('own.good.example')
      end('own.good.example')
      expect(await own).toEqual(FOUND)
      expect(asked).toEqual([])
      expect(await find('db.dev')).toHaveLength(2)
      expect([...new Set(asked)]).toEqual(['db.dev.shop.example', 'db.dev.good.example'])
      expect(await find('db.good.example')).toHaveLength(2)
      expect([...new Set(asked)].slice(2)).toEqual(['db.good.example'])
      expect(begun).toEqual(['own.good.example'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
