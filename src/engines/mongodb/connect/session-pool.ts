import { Problem } from '../../../platform/problems/problem.ts'
import type { Deadline } from '../../shared/connect/deadline.ts'
import { addressOf } from './address.ts'
import { openMember } from './choose-member.ts'
import type { Member, MemberOptions } from './member.ts'
import { type SrvResolver, withSrvHosts } from './srv-hosts.ts'

interface SessionPoolOptions extends MemberOptions {
  /** Time limit for discovery, connecting and login, in ms. */
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

/**
 * A pool with one session per address, kept for a while after its last use. A session connects to one member of the
 * replica set.
 */
export class SessionPool {
  readonly #entries = new Map<string, Entry>()
  readonly #options: SessionPoolOptions
  readonly #closing = new AbortController()

  constructor(options: SessionPoolOptions) {
    this.#options = options
  }

  /**
   * Runs `work` with the server of an address.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`; the reason of the
   * deadline; errors of the work
   */
  async use<Value>(text: string, deadline: Deadline, work: (member: Member) => Promise<Value>): Promise<Value> {
    const entry = this.#entry(text)
    entry.users++
    clearTimeout(entry.timer)
    try {
      const member = await deadline.race(entry.opening).catch((error: unknown) => {
        // A timeout while connecting is reported as a connection timeout.
        const isTimeout = error instanceof Problem && error.problem === 'query_timeout'
        throw isTimeout ? new Problem('database_connect_timeout') : error
      })
      return await work(member)
    } finally {
      entry.users--
      if (entry.users === 0) await this.#keepIdle(text, entry)
    }
  }

  get size(): number {
    return this.#entries.size
  }

  async close(): Promise<void> {
    this.#closing.abort(new Problem('database_unreachable', { cause: new Error('the engine was closed') }))
    await Promise.all([...this.#entries].map(([text, entry]) => this.#remove(text, entry)))
  }

  #entry(text: string): Entry {
    const existing = this.#entries.get(text)
    if (existing !== undefined && existing.member?.isBroken !== true) return existing
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

  /** Keeps an unused session for reuse, or closes a broken one. */
  async #keepIdle(text: string, entry: Entry): Promise<void> {
    if (entry.member?.isBroken === true || this.#closing.signal.aborted || this.#entries.get(text) !== entry)
      await this.#remove(text, entry)
    else entry.timer = setTimeout(() => void this.#remove(text, entry), IDLE_MS).unref()
  }

  #forget(text: string, entry: Entry): void {
    clearTimeout(entry.timer)
    if (this.#entries.get(text) === entry) this.#entries.delete(text)
  }

  async #remove(text: string, entry: Entry): Promise<void> {
    this.#forget(text, entry)
    const member = await entry.opening.catch(() => undefined)
    await member?.close()
  }
}
