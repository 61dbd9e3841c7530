import { lookup as lookUp, Resolver } from 'node:dns/promises'
import PQueue from 'p-queue'
import { orAborted } from './or-aborted.ts'

/** The addresses of a host, by whatever names it here. @throws where it has none, or nobody says so in time */
export type HostLookup = (host: string) => Promise<readonly { readonly address: string }[]>

interface HostLookupParts {
  /** As the system knows names: by its files, its search domains and its name servers. It takes a thread until it ends. */
  readonly lookup?: HostLookup
  /** `address:port`; those of the system unless tests say otherwise. */
  readonly nameServers?: readonly string[]
  /** For all of it. */
  readonly timeoutMs?: number
  /** In which a name server says something of a name. */
  readonly answerMs?: number
}

/**
 * Lookups of the system that run at once, of the four threads that files and passwords need too: a thread whose name server
 * says nothing is gone for half a minute, and cannot be taken back.
 */
const AT_ONCE = 2
const SLOW_AT_ONCE = 1
const WAITING_MAX = 200

const TIMEOUT_MS = 10_000
const ANSWER_MS = 2_000

/**
 * Looks hosts up as the system does, because names in containers and clusters are found by its files and search domains only,
 * in few threads and a bounded time. Its name servers are asked first, without a thread: names of which they say nothing wait
 * for each other, and for nobody else. A name that many ask for is looked up once.
 */
export const hostLookup = ({
  lookup = (host) => lookUp(host, { all: true, verbatim: true }),
  nameServers,
  timeoutMs = TIMEOUT_MS,
  answerMs = ANSWER_MS,
}: HostLookupParts = {}): HostLookup => {
  const lines = { quick: new PQueue({ concurrency: AT_ONCE }), slow: new PQueue({ concurrency: SLOW_AT_ONCE }) }
  const running = new Map<string, ReturnType<HostLookup>>()
  const isAnswered = async (host: string): Promise<boolean> => {
    const resolver = new Resolver({ timeout: answerMs, tries: 1 })
    if (nameServers !== undefined) resolver.setServers(nameServers)
    try {
      await resolver.resolve4(host)
      return true
    } catch (error) {
      return !(typeof error === 'object' && error !== null && 'code' in error && SILENT.includes(String(error.code)))
    }
  }
  const lookedUp = async (host: string, deadline: AbortSignal): ReturnType<HostLookup> => {
    const line = !isInDns(host) || (await isAnswered(host)) ? lines.quick : lines.slow
    if (line.size >= WAITING_MAX) throw new Error('too many hosts are being looked up')
    return await line.add(() => {
      deadline.throwIfAborted()
      return lookup(host)
    })
  }
  return async (host) => {
    const known = running.get(host)
    if (known !== undefined) return await known
    const deadline = AbortSignal.timeout(timeoutMs)
    const found = orAborted(lookedUp(host, deadline), deadline).finally(() => running.delete(host))
    running.set(host, found)
    return await found
  }
}

/** Nobody has said anything, or whoever asked further has heard nothing. */
const SILENT: readonly string[] = ['ETIMEOUT', 'ESERVFAIL']

/** Whether name servers of others are asked for a name: not for one of a single word, nor for a number in whatever form. */
const isInDns = (host: string): boolean => {
  const words = host.replace(/\.$/, '').split('.')
  return words.length > 1 && !/^(\d+|0x[\da-f]*)$/i.test(words.at(-1) ?? '')
}
