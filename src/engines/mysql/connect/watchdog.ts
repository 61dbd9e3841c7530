import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCacheEnv } from '../../../platform/threads/compile-cache-env.ts'
import type { Whereabouts } from './lease.ts'
import type { Session } from './session.ts'

/** What the process that watches is told. */
export type WatchMessage =
  | { readonly kind: 'opened'; readonly id: number; readonly whereabouts: Whereabouts; readonly key: number }
  | { readonly kind: 'closed'; readonly key: number }

const CHILD = fileURLToPath(new URL('./watchdog-child.ts', import.meta.url))

/**
 * A process that outlives this one for a moment, should this one be killed: a server that computes does not notice that
 * its client is gone, so somebody has to tell it.
 */
export class Watchdog {
  #child: ChildProcess | undefined
  #closed = false
  #keys = 0
  readonly #watched = new Map<Session, WatchMessage>()

  /** Has the connection ended with this process, until it is gone. */
  watch(session: Session, id: number, whereabouts: Whereabouts): void {
    const key = ++this.#keys
    const message: WatchMessage = { kind: 'opened', id, whereabouts, key }
    this.#watched.set(session, message)
    this.#tell(message)
    void session.gone().then(() => this.unwatch(session))
  }

  /** The connection runs nothing any more, so that there is nothing to stop on it. */
  unwatch(session: Session): void {
    const opened = this.#watched.get(session)
    if (opened === undefined) return
    this.#watched.delete(session)
    this.#tell({ kind: 'closed', key: opened.key })
  }

  close(): void {
    this.#closed = true
    this.#child?.disconnect()
    this.#child = undefined
  }

  #tell(message: WatchMessage): void {
    if (this.#closed) return
    if (this.#child?.connected) this.#child.send(message, () => {})
    else if (this.#watched.size > 0) this.#child = this.#start()
  }

  /** Without this process's environment, which holds secrets; it does not keep this process alive. */
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
