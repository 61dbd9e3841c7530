import { Problem } from '../../../platform/problems/problem.ts'
import type { MongoAddress, MongoHost } from './address.ts'
import type { MongoReadPreference } from './address-options.ts'
import { Member, type MemberOptions } from './member.ts'

/** Time limit per host, so that one does not use up the time of the others. */
const ATTEMPT_MS = 10_000

type Role = Member['role']

/** Member roles that may be read, in order of preference. */
const ROLES: Readonly<Record<MongoReadPreference, readonly Role[]>> = {
  primary: ['primary'],
  primaryPreferred: ['primary', 'secondary'],
  secondary: ['secondary'],
  secondaryPreferred: ['secondary', 'primary'],
  nearest: ['primary', 'secondary'],
}

/**
 * Connects to the address's server or to the preferred member of its replica set, whose host is checked like the
 * address's own.
 *
 * @throws Problem `database_unreachable`, `database_login_failed`; the signal's reason when it aborts
 */
export const openMember = async (
  address: MongoAddress,
  options: MemberOptions,
  signal: AbortSignal,
): Promise<Member> => {
  const search = new Search(address, options, signal)
  try {
    for (const host of address.hosts) {
      const member = await search.try(host)
      if (member === undefined) continue
      if (search.isBest(member)) return search.take(member)
      for (const other of member.setMembers) {
        const found = await search.try(other)
        if (found !== undefined && search.isBest(found)) return search.take(found)
      }
      if (search.best !== undefined) return search.take(search.best)
    }
    throw search.failure
  } finally {
    await search.end()
  }
}

class Search {
  readonly #address: MongoAddress
  readonly #options: MemberOptions
  readonly #signal: AbortSignal
  readonly #roles: readonly Role[]
  readonly #tried = new Set<string>()
  readonly #open = new Set<Member>()
  #failure: unknown

  constructor(address: MongoAddress, options: MemberOptions, signal: AbortSignal) {
    this.#address = address
    this.#options = options
    this.#signal = signal
    this.#roles = ROLES[address.readPreference]
  }

  /** The first failure. */
  get failure(): unknown {
    return this.#failure ?? new Problem('database_unreachable', { message: NO_MEMBER })
  }

  /** The best acceptable member so far. */
  get best(): Member | undefined {
    const withRole = (role: Role) => [...this.#open].find((member) => member.role === role)
    return this.#roles.map(withRole).find((member) => member !== undefined)
  }

  /** Whether no other member would be preferred. */
  isBest(member: Member): boolean {
    if (this.#address.direct || member.setName === undefined) return true
    if (this.#address.readPreference === 'nearest') return member.role !== 'other'
    return member.role === this.#roles[0]
  }

  /** A reachable member of the set, or undefined. */
  async try(host: MongoHost): Promise<Member | undefined> {
    const key = `${host.host.toLowerCase()} ${host.port}`
    if (this.#tried.has(key)) return undefined
    this.#tried.add(key)
    const timeout = AbortSignal.timeout(ATTEMPT_MS)
    try {
      const member = await Member.open(host, this.#address, this.#options, AbortSignal.any([this.#signal, timeout]))
      this.#open.add(member)
      const { replicaSet } = this.#address
      if (replicaSet === undefined || member.setName === replicaSet) return member
      throw new Problem('database_unreachable', { message: OTHER_SET, transient: false })
    } catch (error) {
      this.#signal.throwIfAborted()
      this.#failure ??= timeout.aborted ? new Problem('database_connect_timeout') : error
      return undefined
    }
  }

  take(member: Member): Member {
    this.#open.delete(member)
    return member
  }

  /** Closes all members that were not taken. */
  async end(): Promise<void> {
    await Promise.all([...this.#open].map((member) => member.close()))
  }
}

const NO_MEMBER = 'No member of the replica set matches the readPreference of the address.'
const OTHER_SET = 'The host of the address is not a member of the replicaSet that the address names.'
