import { lookup as lookUp } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import PQueue from 'p-queue'
import { type DnsAnswer, dnsAddresses } from './dns-addresses.ts'
import { nestedQueues } from './nested-queues.ts'
import { rejectOnAbort } from './reject-on-abort.ts'
import { namesToAsk, RESOLVER_PATHS, type ResolverConfig, type ResolverPaths, resolverFiles } from './resolver-files.ts'

/** Resolves the addresses of a host. @throws if it has none, or on a timeout */
export type HostLookup = (host: string) => Promise<readonly { readonly address: string }[]>

interface HostLookupParts {
  /** The resolver of the operating system (getaddrinfo), which occupies a libuv thread until it ends. */
  readonly lookup?: HostLookup
  /** `address:port`; those of the system, except in tests. */
  readonly nameServers?: readonly string[]
  readonly files?: ResolverPaths
  /** Time limit of a lookup, per caller. */
  readonly timeoutMs?: number
  /** Time limit per name server and name. */
  readonly answerMs?: number
}

/**
 * Concurrent lookups by the system, of the four libuv threads that files and password hashing also need: a lookup whose name server
 * does not respond occupies its thread for 30 seconds and cannot be cancelled.
 */
const CONCURRENCY = { system: 2, unknown: 1, silent: 1 }
const WAITING_MAX = 200
const RUNNING_MAX = 2_000

const TIMEOUT_MS = 10_000
const ANSWER_MS = 2_000

/** A lookup by the system cannot be cancelled, so later callers share it. */
interface Thread {
  isTaken: boolean
}

/** A lookup, shared by all callers with the same host. */
interface Run {
  readonly found: ReturnType<HostLookup>
  readonly waiting: AbortController
  readonly thread: Thread
  askers: number
}

/**
 * Resolves hosts like the system, because names in containers and clusters are only found by its files and search domains, but with
 * few threads and in bounded time. Names known to name servers need no thread, and wait only for others of their domain. The
 * system's resolver is used for single-label names and those in its hosts file, which other tenants cannot delay; one at a time for
 * names unknown to name servers; and with a separate thread for names without a response. Concurrent lookups of a name are
 * coalesced.
 */
export const hostLookup = ({
  lookup = (host) => lookUp(host, { all: true, verbatim: true }),
  nameServers,
  files = RESOLVER_PATHS,
  timeoutMs = TIMEOUT_MS,
  answerMs = ANSWER_MS,
}: HostLookupParts = {}): HostLookup => {
  const readFiles = resolverFiles(files)
  const inFairQueue = nestedQueues()
  const queues = {
    system: new PQueue({ concurrency: CONCURRENCY.system }),
    unknown: new PQueue({ concurrency: CONCURRENCY.unknown }),
    silent: new PQueue({ concurrency: CONCURRENCY.silent }),
  }
  const running = new Map<string, Run>()

  const inDns = async (names: readonly string[], signal: AbortSignal): Promise<DnsAnswer> => {
    for (const name of names) {
      const answer = await dnsAddresses(name, { nameServers, answerMs, signal })
      if (answer.kind !== 'none') return answer
    }
    return { kind: 'none' }
  }

  const lookUpHost = async (host: string, signal: AbortSignal, thread: Thread): ReturnType<HostLookup> => {
    const enqueue = async (line: PQueue, work: () => ReturnType<HostLookup>, priority = 0) => {
      if (line.size >= WAITING_MAX) throw new Error('too many hosts are being looked up')
      return await line.add(work, { signal, priority })
    }
    const inThread = () => {
      signal.throwIfAborted()
      thread.isTaken = true
      return lookup(host)
    }
    const known = readFiles()
    if (isSystemName(host, known)) return await enqueue(queues.system, inThread, 1)
    const answer = await inFairQueue(host, () => inDns(namesToAsk(host, known), signal), signal)
    switch (answer.kind) {
      case 'found':
        return answer.addresses.map((address) => ({ address }))
      case 'none':
        return await enqueue(queues.unknown, () => enqueue(queues.system, inThread))
      case 'silent':
        return await enqueue(queues.silent, inThread)
    }
  }

  const startRun = (host: string): Run => {
    if (running.size >= RUNNING_MAX) throw new Error('too many hosts are being looked up')
    const waiting = new AbortController()
    const thread: Thread = { isTaken: false }
    const found = lookUpHost(host, waiting.signal, thread).finally(() => forget(host, run))
    const run: Run = { found, waiting, thread, askers: 0 }
    running.set(host, run)
    return run
  }
  const forget = (host: string, run: Run) => {
    if (running.get(host) === run) running.delete(host)
  }

  return async (name) => {
    if (isIP(name) !== 0) return [{ address: name }]
    const host = asciiOf(name)
    const run = running.get(host) ?? startRun(host)
    run.askers++
    try {
      return await rejectOnAbort(run.found, AbortSignal.timeout(timeoutMs))
    } finally {
      run.askers--
      if (run.askers === 0 && !run.thread.isTaken) {
        forget(host, run)
        run.waiting.abort()
      }
    }
  }
}

/** The name in ASCII and lower case: dots and capitals have other Unicode forms. */
const asciiOf = (name: string): string => {
  const host = /^[!-~]+$/.test(name) ? name.toLowerCase() : domainToASCII(name)
  if (host === '') throw new Error('no name of a host')
  return host
}

/** Whether the system resolves a name without external name servers: a single label, a number, or an entry of the hosts file. */
const isSystemName = (host: string, { hosts }: ResolverConfig): boolean => {
  const words = host.replace(/\.$/, '').split('.')
  return words.length === 1 || /^(\d+|0x[\da-f]*)$/.test(words.at(-1) ?? '') || hosts.has(host)
}
