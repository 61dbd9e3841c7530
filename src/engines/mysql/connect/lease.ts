import type { ServerAddress } from '../../shared/connect/server-address.ts'
import type { ServerTraits } from './pinned-session.ts'
import type { Session } from './session.ts'

/** The server of a connection; a statement is stopped there and nowhere else. */
export interface ServerLocation {
  readonly ip: string
  readonly address: ServerAddress
}

/** A connection while one job uses it. */
export class Lease {
  readonly session: Session
  readonly traits: ServerTraits
  readonly location: ServerLocation
  #isSpoiled = false

  constructor(session: Session, traits: ServerTraits, whereabouts: ServerLocation) {
    this.session = session
    this.traits = traits
    this.location = whereabouts
  }

  /** Whether another job may use it afterwards. */
  get isReusable(): boolean {
    return this.session.isAlive && !this.#isSpoiled
  }

  /** Marks the connection as not reusable, because its server-side state is unknown. */
  markUnusable(): void {
    this.#isSpoiled = true
  }
}
