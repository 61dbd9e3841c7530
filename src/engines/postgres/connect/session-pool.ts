import pg from 'pg'
import type { Deadline } from '../../shared/connect/deadline.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { lostProblem } from './connect-problem.ts'
import { BadFrame } from './frame-guard.ts'
import { Session, type SessionOptions } from './session.ts'

/** The text that begins a transaction. */
type Start = (session: Session) => string

interface Idle {
  readonly key: string
  readonly session: Session
  readonly leave: () => void
  readonly timer: NodeJS.Timeout
}

const IDLE_MS = 30_000
/** Of all databases together; the one that has rested longest leaves. */
const IDLE_MAX = 50

/** Connections that are kept for a while between transactions, by address: user and password are part of it. */
export class SessionPool {
  readonly #idle = new Map<Session, Idle>()
  readonly #options: SessionOptions
  #closed = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /**
   * Works in a transaction, which is rolled back. When the deadline passes, what runs is stopped first.
   *
   * @param key the address as text
   * @param start begins the transaction, and may be run twice: an idle connection may be gone
   * @throws as `Session.open`; the reason of the deadline; Problem `database_unreachable` when the connection is lost;
   * BadFrame and errors of the server as they are
   */
  async transaction<Value>(
    key: string,
    address: ServerAddress,
    deadline: Deadline,
    start: Start,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> {
    deadline.signal.throwIfAborted()
    const session = (await this.#begunAgain(key, deadline, start)) ?? (await this.#begun(address, deadline, start))
    return await this.#finish(key, session, deadline, work)
  }

  /** Ends idle connections; those in use end with their deadlines. */
  async close(): Promise<void> {
    this.#closed = true
    const idle = [...this.#idle.values()]
    for (const { session } of idle) this.#forget(session)
    await Promise.all(idle.map(({ session }) => session.close()))
  }

  /** A connection that was kept, where it still is one. */
  async #begunAgain(key: string, deadline: Deadline, start: Start): Promise<Session | undefined> {
    const session = this.#take(key)
    if (session === undefined) return undefined
    try {
      await this.#within(session, deadline, () => session.exec(start(session)))
      return session
    } catch (error) {
      session.destroy()
      if (deadline.signal.aborted || error instanceof pg.DatabaseError) throw error
      return undefined
    }
  }

  async #begun(address: ServerAddress, deadline: Deadline, start: Start): Promise<Session> {
    const session = await Session.open(address, this.#options, deadline.signal)
    try {
      await this.#within(session, deadline, () => session.exec(start(session)))
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
    let keep = true
    try {
      return await this.#within(session, deadline, () => work(session))
    } catch (error) {
      keep = error instanceof pg.DatabaseError && isHarmless(error)
      throw error
    } finally {
      if (keep) keep = await this.#rollBack(session)
      if (keep) this.#rest(key, session)
      else session.destroy()
    }
  }

  async #within<Value>(session: Session, deadline: Deadline, work: () => Promise<Value>): Promise<Value> {
    const running = work()
    try {
      return await deadline.race(running)
    } catch (error) {
      if (deadline.passed()) {
        await session.stop(running)
        throw deadline.signal.reason
      }
      if (error instanceof pg.DatabaseError && !isLost(error)) throw error
      if (error instanceof BadFrame && error.row) throw error
      session.destroy()
      throw lostProblem(error)
    }
  }

  async #rollBack(session: Session): Promise<boolean> {
    if (!session.usable) return false
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
    const found = [...this.#idle.values()].findLast((idle) => idle.key === key && idle.session.usable)
    if (found === undefined) return undefined
    this.#forget(found.session)
    found.session.wake(found.leave)
    return found.session
  }

  #rest(key: string, session: Session): void {
    if (this.#closed || !session.usable) {
      void session.close()
      return
    }
    const leave = () => this.#forget(session)
    const timer = setTimeout(() => this.#retire(session), IDLE_MS).unref()
    this.#idle.set(session, { session, key, leave, timer })
    session.rest(leave)
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

/** Mistakes of a statement and its end before time leave a connection as it was. */
const isHarmless = ({ code }: pg.DatabaseError): boolean => code === '57014' || code?.startsWith('42') === true

/** The server ends the connection with this error. */
const isLost = ({ code, severity }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || code?.startsWith('08') === true || code?.startsWith('57P') === true
