import type { ServerAddress } from '../../shared/connect/server-address.ts'
import type { ServerTraits } from './pinned-session.ts'
import type { Session } from './session.ts'

/** Where the server of a connection was found: whoever stops its statement goes there, and nowhere else. */
export interface Whereabouts {
  readonly ip: string
  readonly address: ServerAddress
}

/** A connection while one job has it. */
export class Lease {
  readonly session: Session
  readonly traits: ServerTraits
  readonly whereabouts: Whereabouts
  #spoiled = false

  constructor(session: Session, traits: ServerTraits, whereabouts: Whereabouts) {
    this.session = session
    this.traits = traits
    this.whereabouts = whereabouts
  }

  /** Whether another job may have it after this one. */
  get reusable(): boolean {
    return this.session.alive && !this.#spoiled
  }

  /** Nobody knows any more what the server does for it. */
  spoil(): void {
    this.#spoiled = true
  }
}
