import { Problem } from '../../../platform/problems/problem.ts'
import type { Deadline } from '../../shared/connect/deadline.ts'
import { addressOf } from './address.ts'
import { openMember } from './choose-member.ts'
import type { Member, MemberOptions } from './member.ts'
import { type SrvResolver, withSrvHosts } from './srv-hosts.ts'

export interface SessionPoolOptions extends MemberOptions {
  /** For finding a server, connecting and logging in. */
  readonly connectMs: number
  readonly resolver?: SrvResolver | undefined
}

interface Entry {
  readonly opening: Promise<Member>
  member: Member | undefined
  users: number
  timer: NodeJS.Timeout | undefined
}

const IDLE_MS = 60_000

/** One session for each address, which is a connection to a member of its replica set, kept for a while after its last use. */
export class SessionPool {
  readonly #entries = new Map<string, Entry>()
  readonly #options: SessionPoolOptions
  readonly #closing = new AbortController()

  constructor(options: SessionPoolOptions) {
    this.#options = options
  }

  /**
   * Works with the server of an address.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`; the reason of the
   * deadline; what the work throws
   */
  async use<Value>(text: string, deadline: Deadline, work: (member: Member) => Promise<Value>): Promise<Value> {
    const entry = this.#entry(text)
    entry.users++
    clearTimeout(entry.timer)
    try {
      const member = await deadline.race(entry.opening).catch((error: unknown) => {
        // Whoever waits for a connection when the time is up is told that it was that.
        const late = error instanceof Problem && error.problem === 'query_timeout'
        throw late ? new Problem('database_connect_timeout') : error
      })
      return await work(member)
    } finally {
      entry.users--
      if (entry.users === 0) await this.#rest(text, entry)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Problem('database_unreachable', { cause: new Error('the engine was closed') }))
    await Promise.all([...this.#entries].map(([text, entry]) => this.#leave(text, entry)))
  }

  #entry(text: string): Entry {
    const there = this.#entries.get(text)
    if (there !== undefined && there.member?.broken !== true) return there
    const opening = this.#open(text)
    const entry: Entry = { opening, member: undefined, users: 0, timer: undefined }
    this.#entries.set(text, entry)
    opening.then(
      (member) => {
        entry.member = member
      },
      () => this.#forget(text, entry),
    )
    return entry
  }

  async #open(text: string): Promise<Member> {
    const { connectMs, resolver } = this.#options
    const timeout = AbortSignal.timeout(connectMs)
    const signal = AbortSignal.any([this.#closing.signal, timeout])
    try {
      return await openMember(await withSrvHosts(addressOf(text), signal, resolver), this.#options, signal)
    } catch (error) {
      throw timeout.aborted ? new Problem('database_connect_timeout') : error
    }
  }

  /** Nobody uses it now; what is lost already leaves at once. */
  async #rest(text: string, entry: Entry): Promise<void> {
    if (entry.member?.broken === true || this.#closing.signal.aborted || this.#entries.get(text) !== entry)
      await this.#leave(text, entry)
    else entry.timer = setTimeout(() => void this.#leave(text, entry), IDLE_MS).unref()
  }

  #forget(text: string, entry: Entry): void {
    clearTimeout(entry.timer)
    if (this.#entries.get(text) === entry) this.#entries.delete(text)
  }

  async #leave(text: string, entry: Entry): Promise<void> {
    this.#forget(text, entry)
    const member = await entry.opening.catch(() => undefined)
    await member?.close()
  }
}
