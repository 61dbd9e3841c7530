import pg from 'pg'
import type { Deadline } from '../../shared/connect/deadline.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { connectionLostProblem } from './connect-problem.ts'
import { MalformedFrame } from './frame-guard.ts'
import { Session, type SessionOptions } from './session.ts'

/** Returns the text that begins a transaction. */
type Start = (session: Session) => string

interface Idle {
  readonly key: string
  readonly session: Session
  readonly onClose: () => void
  readonly timer: NodeJS.Timeout
}

const IDLE_MS = 30_000
/** Maximum of all databases; the least recently used one is closed. */
const IDLE_MAX = 50

/** A pool of idle connections by address, including user and password. */
export class SessionPool {
  readonly #idle = new Map<Session, Idle>()
  readonly #options: SessionOptions
  #isClosed = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /**
   * Runs `work` in a transaction that is rolled back. After the deadline, the running statement is stopped first.
   *
   * @param key the address as text
   * @param start begins the transaction; may run twice, because an idle connection may be lost
   * @throws as `Session.open`; the reason of the deadline; Problem `database_unreachable` if the connection is lost;
   * MalformedFrame and server errors unchanged
   */
  async transaction<Value>(
    key: string,
    address: ServerAddress,
    deadline: Deadline,
    start: Start,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    deadline.signal.throwIfAborted()
    const session =
      (await this.#beginOnIdle(key, deadline, start)) ?? (await this.#beginOnNew(address, deadline, start))
    return await this.#finish(key, session, deadline, work)
  }

  get idleCount(): number {
    return this.#idle.size
  }

  /** Closes idle connections; those in use end with their deadlines. */
  async close(): Promise<void> {
    this.#isClosed = true
    const idle = [...this.#idle.values()]
    for (const { session } of idle) this.#forget(session)
    await Promise.all(idle.map(({ session }) => session.close()))
  }

  /** Reuses an idle connection, if one is still alive. */
  async #beginOnIdle(key: string, deadline: Deadline, start: Start): Promise<Session | undefined> {
    const session = this.#take(key)
    if (session === undefined) return undefined
    try {
      await this.#withDeadline(session, deadline, () => session.exec(start(session)))
      return session
    } catch (error) {
      session.destroy()
      if (deadline.signal.aborted || error instanceof pg.DatabaseError) throw error
      return undefined
    }
  }

  async #beginOnNew(address: ServerAddress, deadline: Deadline, start: Start): Promise<Session> {
    const session = await Session.open(address, this.#options, deadline.signal)
    try {
      await this.#withDeadline(session, deadline, () => session.exec(start(session)))
      return session
    } catch (error) {
      session.destroy()
      throw error
    }
  }

  async #finish<Value>(
    key: string,
    session: Session,
    deadline: Deadline,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    let isReusable = true
    try {
      return await this.#withDeadline(session, deadline, () => work(session))
    } catch (error) {
      isReusable = error instanceof pg.DatabaseError && isHarmless(error)
      throw error
    } finally {
      if (isReusable) isReusable = await this.#rollBack(session)
      if (isReusable) this.#keepIdle(key, session)
      else session.destroy()
    }
  }

  async #withDeadline<Value>(session: Session, deadline: Deadline, work: () => Promise<Value>): Promise<Value> {
    const running = work()
    try {
      return await deadline.race(running)
    } catch (error) {
      if (deadline.hasPassed()) {
        await session.stop(running)
        throw deadline.signal.reason
      }
      if (error instanceof pg.DatabaseError && !isLost(error)) throw error
      if (error instanceof MalformedFrame && error.isRow) throw error
      session.destroy()
      throw connectionLostProblem(error)
    }
  }

  async #rollBack(session: Session): Promise<boolean> {
    if (!session.isUsable) return false
    const timer = setTimeout(() => session.destroy(), ROLLBACK_MS)
    try {
      await session.exec('ROLLBACK')
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  #take(key: string): Session | undefined {
    const found = [...this.#idle.values()].findLast((idle) => idle.key === key && idle.session.isUsable)
    if (found === undefined) return undefined
    this.#forget(found.session)
    found.session.preventExit(found.onClose)
    return found.session
  }

  #keepIdle(key: string, session: Session): void {
    if (this.#isClosed || !session.isUsable) {
      void session.close()
      return
    }
    const onClose = () => this.#forget(session)
    const timer = setTimeout(() => this.#retire(session), IDLE_MS).unref()
    this.#idle.set(session, { session, key, onClose, timer })
    session.allowExit(onClose)
    const [oldest] = this.#idle.keys()
    if (this.#idle.size > IDLE_MAX && oldest !== undefined) this.#retire(oldest)
  }

  #retire(session: Session): void {
    this.#forget(session)
    void session.close()
  }

  #forget(session: Session): void {
    clearTimeout(this.#idle.get(session)?.timer)
    this.#idle.delete(session)
  }
}

const ROLLBACK_MS = 1_000

/** Errors of a statement, and its cancellation, leave the connection usable. */
const isHarmless = ({ code }: pg.DatabaseError): boolean => code === '57014' || code?.startsWith('42') === true

/** Errors with which the server ends the connection. */
const isLost = ({ code, severity }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || code?.startsWith('08') === true || code?.startsWith('57P') === true
