import { setTimeout as wait } from 'node:timers/promises'
import type { EngineUsage } from '../../../platform/metrics/rules/resource-usage.ts'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { DatabaseSlots } from '../../shared/connect/database-slots.ts'
import type { Deadline } from '../../shared/connect/deadline.ts'
import { reachableHost } from '../../shared/connect/reachable-host.ts'
import type { SlotLimits } from '../../shared/connect/run-in-slot.ts'
import { addressOf } from './address.ts'
import { connectProblem } from './connect-problem.ts'
import { Lease } from './lease.ts'
import { login } from './login.ts'
import { pinSession } from './pinned-session.ts'
import { Session } from './session.ts'
import { stopConnection } from './stop-connection.ts'
import { Watchdog } from './watchdog.ts'

interface SessionPoolOptions {
  readonly allowPrivateHosts: boolean
  /** Maximum number of concurrent jobs in one database. */
  readonly slotsMax: number
  /** Maximum time a job may hold a fast slot, in ms. */
  readonly fastMs: number
}

type Job<Value> = (lease: Lease, left: () => number) => Promise<Value>

const WAITING_MAX = 2_000
const CONNECT_MS = 30_000
const IDLE_MS = 60_000
/** How long to wait for a killed connection to end; servers check many times a second. */
const CLOSE_WAIT_MS = 500

/** A pool of connections per address, shared by organization, party and caller; killed to stop a job. */
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
   * Runs a job on a connection, in a read-only transaction that is always rolled back; twice if it is stopped in a fast
   * slot.
   *
   * @throws Problem `database_unreachable`, `database_login_failed`, `database_connect_timeout`, `query_timeout`,
   * `busy`, `tenant_busy`; an AbortError when the signal aborts; errors of the job. The job no longer runs by then.
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

  get usage(): EngineUsage {
    return this.#slots.usageWithIdle([...this.#idle.values()].reduce((count, { size }) => count + size, 0))
  }

  /** Stops running jobs and closes all connections. */
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
    const lease = await this.#acquire(text, deadline, left)
    try {
      const value = await deadline.race(job(lease, left))
      if (lease.isReusable) await deadline.race(lease.session.queryInternal('ROLLBACK'))
      await this.#release(text, lease)
      return value
    } catch (error) {
      lease.markUnusable()
      await this.#release(text, lease)
      deadline.signal.throwIfAborted()
      throw error
    }
  }

  /** A connection with an open transaction. An idle one may have died unnoticed and is then replaced. */
  async #acquire(text: string, deadline: Deadline, left: () => number): Promise<Lease> {
    for (let idle = this.#idleLease(text); idle !== undefined; idle = this.#idleLease(text)) {
      try {
        await deadline.race(beginTransaction(idle, left()))
        return idle
      } catch {
        idle.session.destroy()
        deadline.signal.throwIfAborted()
      }
    }
    const lease = await this.#connect(text, deadline)
    try {
      await deadline.race(beginTransaction(lease, left()))
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
    lease.session.setRef(true)
    return lease
  }

  async #connect(text: string, deadline: Deadline): Promise<Lease> {
    const address = addressOf(text)
    const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(CONNECT_MS)])
    let session: Session | undefined
    try {
      const ip = await rejectOnAbort(reachableHost(address.host, this.#allowPrivateHosts), signal)
      session = new Session(await login(ip, address, signal))
      const traits = await rejectOnAbort(pinSession(session), signal)
      this.#watchdog.watch(session, traits.id, { ip, address })
      const lease = new Lease(session, traits, { ip, address })
      void session.closed().then(() => this.#forget(text, lease))
      return lease
    } catch (error) {
      session?.destroy()
      throw signal.aborted ? lateProblem(deadline) : connectProblem(error)
    }
  }

  async #release(text: string, lease: Lease): Promise<void> {
    if (!lease.isReusable || this.#slots.isClosed) {
      await stopLease(lease)
      return
    }
    const leases = this.#idle.get(text) ?? new Map<Lease, NodeJS.Timeout>()
    this.#idle.set(text, leases)
    const closeIdle = () => {
      this.#forget(text, lease)
      lease.session.end()
    }
    leases.set(lease, setTimeout(closeIdle, IDLE_MS).unref())
    lease.session.setRef(false)
  }

  #forget(text: string, lease: Lease): void {
    const leases = this.#idle.get(text)
    clearTimeout(leases?.get(lease))
    leases?.delete(lease)
    if (leases?.size === 0) this.#idle.delete(text)
  }
}

/** Sets the server's own time limit, which applies even if this process dies. */
const beginTransaction = async ({ session, traits: { kind } }: Lease, leftMs: number): Promise<void> => {
  const limit = kind === 'mariadb' ? `max_statement_time = ${leftMs / 1000}` : `max_execution_time = ${leftMs}`
  await session.queryInternal(`SET SESSION ${limit}`)
  await session.queryInternal('START TRANSACTION READ ONLY')
}

const stopLease = async ({ session, traits: { id }, location }: Lease): Promise<void> => {
  const isKilled = await stopConnection(location, id)
  if (isKilled) await Promise.race([session.closed(), wait(CLOSE_WAIT_MS, undefined, { ref: false })])
  session.destroy()
}

/** A timeout while connecting is reported as a connection timeout. */
const lateProblem = ({ signal }: Deadline): unknown =>
  signal.aborted && !(signal.reason instanceof Problem && signal.reason.problem === 'query_timeout')
    ? signal.reason
    : new Problem('database_connect_timeout')
