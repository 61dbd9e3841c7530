import PQueue from 'p-queue'
import { Problem } from '../../platform/problems/problem.ts'
import { normalPassword, passwordFault } from './rules/password-rules.ts'

/** Passwords: how they are kept, compared and refused. */
export interface Passwords {
  /** In PHC form. @throws Problem `login_delayed` where too many wait */
  hash(password: string): Promise<string>
  /**
   * Whether a password is the one of a hash. Without a hash it takes as long, and is not.
   * @throws Problem `login_delayed` where too many wait
   */
  matches(hash: string | undefined, password: string): Promise<boolean>
  /** Whether a hash has the cost of those that are made now. */
  isCurrent(hash: string): boolean
  /** @throws Problem `password_invalid` for one that is too weak or known */
  require(password: string, email: string): Promise<void>
}

/** What hashing a password takes: KiB of memory, passes over it, and lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP, Password Storage Cheat Sheet: 19 MiB, two passes, one lane; argon2id is what the library takes by itself. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each uses one of the four threads that files and DNS need too; more would delay those. */
const AT_ONCE = 2
const WAITING_MAX = 60

const RETRY_AFTER_S = 5

/** @param cost of hashes that are made now; others are made anew when their password is right */
export const passwords = (cost: PasswordCost = COST): Passwords => {
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  /** A hash that no password has. */
  const unmatched = `${current}${'A'.repeat(22)}$${'A'.repeat(43)}`
  const queue = new PQueue({ concurrency: AT_ONCE })
  const inLine = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (queue.size >= WAITING_MAX) throw new Problem('login_delayed', { retryAfterS: RETRY_AFTER_S })
    return await queue.add(work)
  }
  return {
    async hash(password) {
      const { hash } = await import('@node-rs/argon2')
      return await inLine(() => hash(normalPassword(password), cost))
    },
    async matches(found, password) {
      const { verify } = await import('@node-rs/argon2')
      const isRight = await inLine(() => verify(found ?? unmatched, normalPassword(password)))
      return isRight && found !== undefined
    },
    isCurrent: (hash) => hash.startsWith(current),
    async require(password, email) {
      const common = await commonPasswords()
      const fault = passwordFault(password, { email, isCommon: (small) => common.has(small) })
      if (fault === undefined) return
      throw new Problem('password_invalid', {
        details: [{ field: 'password', message: fault, code: 'VALIDATION_ERROR' }],
      })
    },
  }
}

let common: Promise<ReadonlySet<string>> | undefined

/** The most common ones, in small letters, read when the first password is chosen. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(Object.values(dictionary).flat()))
  return common
}
