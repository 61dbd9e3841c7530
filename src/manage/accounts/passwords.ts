import PQueue from 'p-queue'
import { Problem } from '../../platform/problems/problem.ts'
import { normalizePassword, passwordFault } from './rules/password-rules.ts'

/** Hashes, verifies and validates passwords. */
export interface Passwords {
  /** In PHC format. @throws Problem `login_delayed` if the queue is full */
  hash(password: string): Promise<string>
  /**
   * Whether a password matches a hash. Without a hash it takes as long and returns false.
   * @throws Problem `login_delayed` if the queue is full
   */
  matches(hash: string | undefined, password: string): Promise<boolean>
  /** Whether a hash has the current cost. */
  isCurrent(hash: string): boolean
  /** @throws Problem `password_invalid` for a password that is too short, too long, common, or the email address */
  require(password: string, email: string): Promise<void>
}

/** Cost of argon2id: memory in KiB, passes, and lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP, Password Storage Cheat Sheet: 19 MiB, two passes, one lane; argon2id is the library's default. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash occupies one of the four libuv threads that file access and DNS also need; the queue is bounded. */
const CONCURRENCY = 2
const WAITING_MAX = 60

const RETRY_AFTER_S = 5

/** @param cost of new hashes; hashes of another cost are replaced at the next successful login */
export const passwords = (cost: PasswordCost = COST): Passwords => {
  const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  /** A hash that matches no password. */
  const unmatched = `${current}${'A'.repeat(22)}$${'A'.repeat(43)}`
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const enqueue = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (queue.size >= WAITING_MAX) throw new Problem('login_delayed', { retryAfterS: RETRY_AFTER_S })
    return await queue.add(work)
  }
  return {
    async hash(password) {
      const { hash } = await import('@node-rs/argon2')
      return await enqueue(() => hash(normalizePassword(password), cost))
    },
    async matches(found, password) {
      const { verify } = await import('@node-rs/argon2')
      const isRight = await enqueue(() => verify(found ?? unmatched, normalizePassword(password)))
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

/** Common passwords in lower case, loaded when the first password is validated. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(Object.values(dictionary).flat()))
  return common
}
