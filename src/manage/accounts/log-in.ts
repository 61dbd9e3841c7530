import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { requirePasswordLogin } from '../sso/rules/sso-configuration.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { type LoggedIn, type SessionOptions, startSession } from './logged-in.ts'
import { emailKeyOf } from './rules/email-key.ts'
import { requireLoginAllowed } from './rules/login-allowed.ts'
import { type DelayKind, LOGIN_DELAYS } from './rules/login-delay.ts'
import { roleOf } from './rules/user.ts'
import { consumeSecondFactorCode } from './second-factor.ts'
import type { Account } from './store/user-document.ts'

/** Credentials and context of a login. */
interface LogInRequest extends SessionOptions {
  readonly email: string
  readonly password: string
  /** Absent: any organization of the user; accounts with a verified address first, then the oldest. */
  readonly organizationId?: number | undefined
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  /** Network of the client, as one subscriber has it. */
  readonly from: string
}

/** Password hashes verified without an organization, always as many, so that timing reveals no accounts. */
const ACCOUNTS_TRIED = 3

/**
 * Logs in with a password, and the second factor if the account has one. The state of an account is shown only after
 * its password was correct.
 * @throws Problem `login_invalid`, `login_delayed`, `account_suspended`, `email_not_verified`, `second_factor_missing`,
 * `second_factor_invalid`, `sso_required`, `organization_suspended`, `organization_inactive`
 */
export const logIn = async (parts: AccountParts, request: LogInRequest): Promise<LoggedIn> => {
  const { store } = parts
  const { password, organizationId, code, from } = request
  const email = parseAddress(request.email)
  const network = digestOf(parts, 'from', from)
  const candidates = email === undefined ? [] : await store.users.findAccounts(email, organizationId)
  const accounts = candidates.filter(({ passwordHash }) => passwordHash !== undefined).slice(0, ACCOUNTS_TRIED)
  const emailKey = emailKeyOf(email ?? request.email.slice(0, 254))
  const isKnownNetwork = accounts.some(({ enteredFrom }) => enteredFrom.includes(network))
  const counted: ThrottleKey[] = [
    { kind: 'pair', key: pairKey(parts, emailKey, from) },
    ...(isKnownNetwork
      ? []
      : [
          { kind: 'address' as const, key: digestOf(parts, 'address', from) },
          { kind: 'account' as const, key: digestOf(parts, 'account', emailKey) },
        ]),
  ]
  await countAttempts(parts, counted)
  const { found, organization } = await checkCredentials(parts, { accounts, organizationId, password, code }).catch(
    async (error: unknown) => {
      // Only failed credential checks count against the throttle.
      if (!isFailedAttempt(error)) await Promise.all(counted.map(({ key }) => store.loginAttempts.uncount(key)))
      throw error
    },
  )
  const [pair, ...others] = counted
  await Promise.all([
    ...(pair === undefined ? [] : [store.loginAttempts.remove(pair.key)]),
    ...others.map(({ key }) => store.loginAttempts.uncount(key)),
    store.users.recordLogin(found, found.id, network),
  ])
  const passwordHash = await rehashIfOutdated(parts, found, password)
  const loggedIn = await startSession(parts, found, organization, { isCookieBased: request.isCookieBased })
  try {
    // A password change ended all sessions before this one was created, so this one ends too.
    const now = await store.users.findAccount(found, found.id)
    if (now?.passwordHash !== passwordHash) throw new Problem('login_invalid')
    await requirePasswordLoginAllowed(parts, found, organization)
    return loggedIn
  } catch (error) {
    await store.portalSessions.end(found, loggedIn.session.id)
    throw error
  }
}

/**
 * Throttle key for attempts on one account from one network.
 * @param emailKey `emailKeyOf` the address of the account
 */
const pairKey = (parts: AccountParts, emailKey: string, from: string) => digestOf(parts, 'pair', emailKey, from)

/**
 * Resets the throttle for the network of a user who has used a mailed token, so that failed attempts of others lock the
 * user out for no longer than a mail takes.
 */
export const clearLoginThrottle = async (parts: AccountParts, account: Account, from: string): Promise<void> => {
  await parts.store.users.recordLoginNetwork(account, account.id, digestOf(parts, 'from', from))
  await parts.store.loginAttempts.remove(pairKey(parts, emailKeyOf(account.email), from))
}

interface CredentialCheck extends Pick<LogInRequest, 'organizationId' | 'password' | 'code'> {
  readonly accounts: readonly Account[]
}

/** Finds the account that the credentials belong to. */
const checkCredentials = async (
  parts: AccountParts,
  { accounts, organizationId, password, code }: CredentialCheck,
): Promise<{ readonly found: Account; readonly organization: Organization }> => {
  const { store, passwords } = parts
  let found: Account | undefined
  for (let index = 0; index < (organizationId === undefined ? ACCOUNTS_TRIED : 1); index++) {
    const account = accounts[index]
    const isRight = await passwords.matches(account?.passwordHash, password)
    if (isRight) found ??= account
  }
  const organization = found && (await store.organizations.find(found))
  if (found === undefined || organization === undefined) throw new Problem('login_invalid')
  requireLoginAllowed(found, organization)
  await requirePasswordLoginAllowed(parts, found, organization)
  if (found.hasSecondFactor && code === undefined) throw new Problem('second_factor_missing')
  if (code !== undefined && found.hasSecondFactor) {
    const factor: ThrottleKey = { kind: 'code', key: digestOf(parts, 'code', found.id) }
    await countAttempts(parts, [factor])
    if (!(await consumeSecondFactorCode(parts, found, code))) throw new Problem('second_factor_invalid')
    await store.loginAttempts.remove(factor.key)
  }
  return { found, organization }
}

/** @throws Problem `sso_required` if the user must log in through the organization's identity provider */
export const requirePasswordLoginAllowed = async (
  { store }: Pick<AccountParts, 'store'>,
  account: Account,
  organization: Organization,
): Promise<void> => requirePasswordLogin(roleOf(account, organization), await store.ssoConfigurations.find(account))

const isFailedAttempt = (error: unknown): boolean =>
  error instanceof Problem && (error.problem === 'login_invalid' || error.problem === 'second_factor_invalid')

interface ThrottleKey {
  readonly kind: DelayKind
  readonly key: string
}

/** Counts an attempt under each key. @throws Problem `login_delayed`; then no key is counted */
export const countAttempts = async (
  { store }: Pick<AccountParts, 'store'>,
  keys: readonly ThrottleKey[],
): Promise<void> => {
  for (const [index, { kind, key }] of keys.entries()) {
    const waitMs = await store.loginAttempts.count(key, LOGIN_DELAYS[kind])
    if (waitMs === 0) continue
    await Promise.all(keys.slice(0, index).map((earlier) => store.loginAttempts.uncount(earlier.key)))
    throw new Problem('login_delayed', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
  }
}

/** A malformed address matches no account. */
const parseAddress = (text: string): string | undefined => {
  try {
    return canonicalEmail(text)
  } catch {
    return undefined
  }
}

/** Replaces a hash of a different cost while the password is known. @returns the hash that is now stored */
const rehashIfOutdated = async (
  { store, passwords }: AccountParts,
  account: Account,
  password: string,
): Promise<string | undefined> => {
  const { id, passwordHash } = account
  if (passwordHash === undefined || passwords.isCurrent(passwordHash)) return passwordHash
  const renewed = await passwords.hash(password)
  return (await store.users.change(account, id, { passwordHash: renewed }, { passwordHash })) ? renewed : passwordHash
}
