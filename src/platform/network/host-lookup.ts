import { lookup as lookUp } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import PQueue from 'p-queue'
import { type DnsAnswer, dnsAddresses } from './dns-addresses.ts'
import { fairLines } from './fair-lines.ts'
import { NAME_FILES, type NameFilePaths, type NameFiles, nameFiles, namesToAsk } from './name-files.ts'
import { orAborted } from './or-aborted.ts'

/** The addresses of a host, by whatever names it here. @throws where it has none, or nobody says so in time */
export type HostLookup = (host: string) => Promise<readonly { readonly address: string }[]>

interface HostLookupParts {
  /** As the system knows names, in every way it has. It takes a thread until it ends. */
  readonly lookup?: HostLookup
  /** `address:port`; those of the system unless tests say otherwise. */
  readonly nameServers?: readonly string[]
  readonly files?: NameFilePaths
  /** For all of it, for each who asks. */
  readonly timeoutMs?: number
  /** In which a name server says something of a name. */
  readonly answerMs?: number
}

/**
 * Lookups of the system that run at once, of the four threads that files and passwords need too: a thread whose name server
 * says nothing is gone for half a minute, and cannot be taken back.
 */
const AT_ONCE = { system: 2, unknown: 1, silent: 1 }
const WAITING_MAX = 200
const RUNNING_MAX = 2_000

const TIMEOUT_MS = 10_000
const ANSWER_MS = 2_000

/** It cannot be taken back: whoever asks meanwhile waits for the same one. */
interface Thread {
  isTaken: boolean
}

/** A lookup that all share who ask for its host. */
interface Run {
  readonly found: ReturnType<HostLookup>
  readonly waiting: AbortController
  readonly thread: Thread
  askers: number
}

/**
 * Looks hosts up in the order in which the system does, because names in containers and clusters are found by its files and
 * search domains only, but in few threads and a bounded time. Names that name servers know take no thread, and wait for
 * others of their domain only. The system itself is asked for names without a dot and those of its hosts file, which nobody
 * else can delay, and, one at a time, for names that name servers do not know; those of which they say nothing have a thread
 * of their own. A name that many ask for is looked up once.
 */
export const hostLookup = ({
  lookup = (host) => lookUp(host, { all: true, verbatim: true }),
  nameServers,
  files = NAME_FILES,
  timeoutMs = TIMEOUT_MS,
  answerMs = ANSWER_MS,
}: HostLookupParts = {}): HostLookup => {
  const readFiles = nameFiles(files)
  const inTurn = fairLines()
  const lines = {
    system: new PQueue({ concurrency: AT_ONCE.system }),
    unknown: new PQueue({ concurrency: AT_ONCE.unknown }),
    silent: new PQueue({ concurrency: AT_ONCE.silent }),
  }
  const running = new Map<string, Run>()

  const inDns = async (names: readonly string[], signal: AbortSignal): Promise<DnsAnswer> => {
    for (const name of names) {
      const answer = await dnsAddresses(name, { nameServers, answerMs, signal })
      if (answer.kind !== 'none') return answer
    }
    return { kind: 'none' }
  }

  const lookedUp = async (host: string, signal: AbortSignal, thread: Thread): ReturnType<HostLookup> => {
    const waitIn = async (line: PQueue, work: () => ReturnType<HostLookup>, priority = 0) => {
      if (line.size >= WAITING_MAX) throw new Error('too many hosts are being looked up')
      return await line.add(work, { signal, priority })
    }
    const inThread = () => {
      signal.throwIfAborted()
      thread.isTaken = true
      return lookup(host)
    }
    const known = readFiles()
    if (isOfSystem(host, known)) return await waitIn(lines.system, inThread, 1)
    const answer = await inTurn(host, () => inDns(namesToAsk(host, known), signal), signal)
    switch (answer.kind) {
      case 'found':
        return answer.addresses.map((address) => ({ address }))
      case 'none':
        return await waitIn(lines.unknown, () => waitIn(lines.system, inThread))
      case 'silent':
        return await waitIn(lines.silent, inThread)
    }
  }

  const begin = (host: string): Run => {
    if (running.size >= RUNNING_MAX) throw new Error('too many hosts are being looked up')
    const waiting = new AbortController()
    const thread: Thread = { isTaken: false }
    const found = lookedUp(host, waiting.signal, thread).finally(() => forget(host, run))
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
    const run = running.get(host) ?? begin(host)
    run.askers++
    try {
      return await orAborted(run.found, AbortSignal.timeout(timeoutMs))
    } finally {
      run.askers--
      if (run.askers === 0 && !run.thread.isTaken) {
        forget(host, run)
        run.waiting.abort()
      }
    }
  }
}

/** As name servers are asked for it: dots and capitals have other forms too. */
const asciiOf = (name: string): string => {
  const host = /^[!-~]+$/.test(name) ? name.toLowerCase() : domainToASCII(name)
  if (host === '') throw new Error('no name of a host')
  return host
}

/** Whether the system knows a name without asking name servers of others: one of a single word, a number in whatever form. */
const isOfSystem = (host: string, { hosts }: NameFiles): boolean => {
  const words = host.replace(/\.$/, '').split('.')
  return words.length === 1 || /^(\d+|0x[\da-f]*)$/.test(words.at(-1) ?? '') || hosts.has(host)
}
