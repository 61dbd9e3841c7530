import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCacheEnv } from '../../../platform/threads/compile-cache-env.ts'
import type { ServerLocation } from './lease.ts'
import type { Session } from './session.ts'

/** A message to the watchdog process. */
export type WatchMessage =
  | { readonly kind: 'opened'; readonly id: number; readonly whereabouts: ServerLocation; readonly key: number }
  | { readonly kind: 'closed'; readonly key: number }

const CHILD = fileURLToPath(new URL('./watchdog-child.ts', import.meta.url))

/**
 * A process that briefly outlives this one if it is killed, to stop its statements: a computing server does not notice
 * that the client is gone.
 */
export class Watchdog {
  #child: ChildProcess | undefined
  #isClosed = false
  #keys = 0
  readonly #watched = new Map<Session, WatchMessage>()

  /** Kills the connection if this process dies, until the connection is closed. */
  watch(session: Session, id: number, whereabouts: ServerLocation): void {
    const key = ++this.#keys
    const message: WatchMessage = { kind: 'opened', id, whereabouts, key }
    this.#watched.set(session, message)
    this.#send(message)
    void session.closed().then(() => this.unwatch(session))
  }

  /** Stops watching a connection on which nothing runs. */
  unwatch(session: Session): void {
    const opened = this.#watched.get(session)
    if (opened === undefined) return
    this.#watched.delete(session)
    this.#send({ kind: 'closed', key: opened.key })
  }

  close(): void {
    this.#isClosed = true
    this.#child?.disconnect()
    this.#child = undefined
  }

  #send(message: WatchMessage): void {
    if (this.#isClosed) return
    if (this.#child?.connected) this.#child.send(message, () => {})
    else if (this.#watched.size > 0) this.#child = this.#start()
  }

  /** Without this process's environment (secrets); does not keep this process alive. */
  #start(): ChildProcess {
    const child = fork(CHILD, [], {
      execArgv: ['--max-old-space-size=64'],
      env: compileCacheEnv(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    for (const message of this.#watched.values()) child.send(message, () => {})
    child.unref()
    child.channel?.unref()
    return child
  }
}
