import { setTimeout as wait } from 'node:timers/promises'
import { orAborted } from '../../../platform/network/or-aborted.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { DatabaseSlots } from '../../shared/connect/database-slots.ts'
import type { Deadline } from '../../shared/connect/deadline.ts'
import type { SlotLimits } from '../../shared/connect/in-slot.ts'
import { reachableHost } from '../../shared/connect/reachable-host.ts'
import { addressOf } from './address.ts'
import { connectProblem } from './connect-problem.ts'
import { Lease } from './lease.ts'
import { login } from './login.ts'
import { pinSession } from './pinned-session.ts'
import { Session } from './session.ts'
import { stopConnection } from './stop-connection.ts'
import { Watchdog } from './watchdog.ts'

export interface SessionPoolOptions {
  readonly allowPrivateHosts: boolean
  /** Jobs at once in one database. */
  readonly slotsMax: number
  /** How long a job may hold a fast slot, in ms. */
  readonly fastMs: number
}

export type Job<Value> = (lease: Lease, left: () => number) => Promise<Value>

const WAITING_MAX = 2_000
const CONNECT_MS = 30_000
const IDLE_MS = 60_000
/** How long to wait for a stopped connection to end: the server looks after it many times a second. */
const GONE_MS = 500

/** Connections to the servers of addresses, reused, shared by organization, party and caller, and stopped when a job must end. */
export class SessionPool {
  readonly #allowPrivateHosts: boolean
  readonly #slots: DatabaseSlots
  readonly #idle = new Map<string, Map<Lease, NodeJS.Timeout>>()
  readonly #watchdog = new Watchdog()

  constructor({ allowPrivateHosts, slotsMax, fastMs }: SessionPoolOptions) {
    this.#allowPrivateHosts = allowPrivateHosts
    this.#slots = new DatabaseSlots({ max: slotsMax, waitingMax: WAITING_MAX, fastMs })
  }

  /**
   * Does a job on a connection to a database, in a transaction that only reads and is always rolled back; twice, where it
   * is stopped in a fast slot.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`, `query_timeout`,
   * `busy`, `tenant_busy`; an AbortError when the signal aborts; what the job throws. Nothing of the job runs on by then.
   */
  async run<Value>(text: string, limits: SlotLimits, job: Job<Value>): Promise<Value> {
    return await this.#slots.run(text, limits, (deadline, leftMs, begun) => {
      const left = () => Math.max(1, Math.ceil(leftMs()))
      return this.#runNow(text, deadline, left, (lease) => {
        begun()
        return job(lease, left)
      })
    })
  }

  /** Stops what runs, and ends all connections. */
  async close(): Promise<void> {
    await this.#slots.close()
    for (const leases of this.#idle.values()) {
      for (const { session } of leases.keys()) {
        session.end()
        this.#watchdog.unwatch(session)
      }
    }
    this.#watchdog.close()
  }

  async #runNow<Value>(text: string, deadline: Deadline, left: () => number, job: Job<Value>): Promise<Value> {
    deadline.signal.throwIfAborted()
    const lease = await this.#begin(text, deadline, left)
    try {
      const value = await deadline.race(job(lease, left))
      if (lease.reusable) await deadline.race(lease.session.own('ROLLBACK'))
      await this.#giveBack(text, lease)
      return value
    } catch (error) {
      lease.spoil()
      await this.#giveBack(text, lease)
      deadline.signal.throwIfAborted()
      throw error
    }
  }

  /** A connection with a transaction begun; one that was idle may have died unnoticed, and another takes its place. */
  async #begin(text: string, deadline: Deadline, left: () => number): Promise<Lease> {
    for (let idle = this.#idleLease(text); idle !== undefined; idle = this.#idleLease(text)) {
      try {
        await deadline.race(begin(idle, left()))
        return idle
      } catch {
        idle.session.destroy()
        deadline.signal.throwIfAborted()
      }
    }
    const lease = await this.#connect(text, deadline)
    try {
      await deadline.race(begin(lease, left()))
      return lease
    } catch (error) {
      lease.session.destroy()
      deadline.signal.throwIfAborted()
      throw connectProblem(error)
    }
  }

  #idleLease(text: string): Lease | undefined {
    const leases = this.#idle.get(text)
    const [lease, timer] = leases?.entries().next().value ?? []
    if (leases === undefined || lease === undefined) return undefined
    clearTimeout(timer)
    this.#forget(text, lease)
    lease.session.hold(true)
    return lease
  }

  async #connect(text: string, deadline: Deadline): Promise<Lease> {
    const address = addressOf(text)
    const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(CONNECT_MS)])
    let session: Session | undefined
    try {
      const ip = await orAborted(reachableHost(address.host, this.#allowPrivateHosts), signal)
      session = new Session(await login(ip, address, signal))
      const traits = await orAborted(pinSession(session), signal)
      this.#watchdog.watch(session, traits.id, { ip, address })
      const lease = new Lease(session, traits, { ip, address })
      void session.gone().then(() => this.#forget(text, lease))
      return lease
    } catch (error) {
      session?.destroy()
      throw signal.aborted ? lateProblem(deadline) : connectProblem(error)
    }
  }

  async #giveBack(text: string, lease: Lease): Promise<void> {
    if (!lease.reusable || this.#slots.isClosed) {
      await stop(lease)
      return
    }
    const leases = this.#idle.get(text) ?? new Map<Lease, NodeJS.Timeout>()
    this.#idle.set(text, leases)
    const leave = () => {
      this.#forget(text, lease)
      lease.session.end()
    }
    leases.set(lease, setTimeout(leave, IDLE_MS).unref())
    lease.session.hold(false)
  }

  #forget(text: string, lease: Lease): void {
    const leases = this.#idle.get(text)
    clearTimeout(leases?.get(lease))
    leases?.delete(lease)
    if (leases?.size === 0) this.#idle.delete(text)
  }
}

/** The server ends the statement by itself when the time is up, whoever is still there to see it. */
const begin = async ({ session, traits: { kind } }: Lease, leftMs: number): Promise<void> => {
  const limit = kind === 'mariadb' ? `max_statement_time = ${leftMs / 1000}` : `max_execution_time = ${leftMs}`
  await session.own(`SET SESSION ${limit}`)
  await session.own('START TRANSACTION READ ONLY')
}

const stop = async ({ session, traits: { id }, whereabouts }: Lease): Promise<void> => {
  const told = await stopConnection(whereabouts, id)
  if (told) await Promise.race([session.gone(), wait(GONE_MS, undefined, { ref: false })])
  session.destroy()
}

/** Whoever waits for a connection when the time is up is told that it was that. */
const lateProblem = ({ signal }: Deadline): unknown =>
  signal.aborted && !(signal.reason instanceof Problem && signal.reason.problem === 'query_timeout')
    ? signal.reason
    : new Problem('database_connect_timeout')
