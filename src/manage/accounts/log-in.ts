import type { Organization } from '../../access/rules/organization.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { requirePasswordIsEnough } from '../sso/rules/sso-configuration.ts'
import type { AccountParts } from './account-parts.ts'
import { canonicalEmail } from './canonical-email.ts'
import { digestOf } from './digest.ts'
import { entered, type LoggedIn, type SessionOptions } from './logged-in.ts'
import { emailKeyOf } from './rules/email-key.ts'
import { requireEntrance } from './rules/entrance.ts'
import { type DelayKind, LOGIN_DELAYS } from './rules/login-delay.ts'
import { roleOf } from './rules/user.ts'
import { isCodeTaken } from './second-factor.ts'
import type { Account } from './store/user-document.ts'

/** The credentials of a login. */
export interface LogInRequest extends SessionOptions {
  readonly email: string
  readonly password: string
  /** Which of the organizations that the person belongs to; absent: any, accounts with a verified address first, then the oldest. */
  readonly organizationId?: number | undefined
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
  /** Where from: a network that one subscriber has. */
  readonly from: string
}

/**
 * Without a given organization, this many accounts with a password are tried, whether or not there are so many: the
 * response time discloses nothing.
 */
const TRIED = 3

/**
 * Logs a user in with the password of an account, and its second factor where it has one. The state of an account is
 * disclosed only after its password.
 *
 * @throws Problem `login_invalid`, `login_delayed`, `account_suspended`, `email_not_verified`, `second_factor_missing`,
 * `second_factor_invalid`, `sso_required`, `organization_suspended`, `organization_inactive`
 */
export const logIn = async (parts: AccountParts, request: LogInRequest): Promise<LoggedIn> => {
  const { store } = parts
  const { password, organizationId, code, from } = request
  const email = addressOf(request.email)
  const place = digestOf(parts, 'from', from)
  const all = email === undefined ? [] : await store.users.findAccounts(email, organizationId)
  const accounts = all.filter(({ passwordHash }) => passwordHash !== undefined).slice(0, TRIED)
  const who = emailKeyOf(email ?? request.email.slice(0, 254))
  const isKnownHere = accounts.some(({ enteredFrom }) => enteredFrom.includes(place))
  const counted: Counted[] = [
    { kind: 'pair', key: pairKey(parts, who, from) },
    ...(isKnownHere
      ? []
      : [
          { kind: 'address' as const, key: digestOf(parts, 'address', from) },
          { kind: 'account' as const, key: digestOf(parts, 'account', who) },
        ]),
  ]
  await countAll(parts, counted)
  const { found, organization } = await tried(parts, { accounts, organizationId, password, code }).catch(
    async (error: unknown) => {
      // What was no guess that failed is none: shut out for another reason, or nothing could be tried.
      if (!isWrong(error)) await Promise.all(counted.map(({ key }) => store.loginAttempts.forgive(key)))
      throw error
    },
  )
  const [pair, ...others] = counted
  await Promise.all([
    ...(pair === undefined ? [] : [store.loginAttempts.remove(pair.key)]),
    ...others.map(({ key }) => store.loginAttempts.forgive(key)),
    store.users.noteLogin(found, found.id, place),
  ])
  const passwordHash = await renewedHash(parts, found, password)
  const inside = await entered(parts, found, organization, { isCookieBased: request.isCookieBased })
  try {
    // A concurrent change of the password has ended all sessions, this one included.
    const now = await store.users.findAccount(found, found.id)
    if (now?.passwordHash !== passwordHash) throw new Problem('login_invalid')
    await requirePasswordEntrance(parts, found, organization)
    return inside
  } catch (error) {
    await store.portalSessions.end(found, inside.session.id)
    throw error
  }
}

/** Attempts at one account from one address. @param who `emailKeyOf` the address of the account */
const pairKey = (parts: AccountParts, who: string, from: string) => digestOf(parts, 'pair', who, from)

/**
 * Clears the login throttle of a network for an account whose owner has read a mail: failed attempts of others lock an
 * account out no longer than a mail takes.
 */
export const welcome = async (parts: AccountParts, account: Account, from: string): Promise<void> => {
  await parts.store.users.noteEnteredFrom(account, account.id, digestOf(parts, 'from', from))
  await parts.store.loginAttempts.remove(pairKey(parts, emailKeyOf(account.email), from))
}

interface Tried extends Pick<LogInRequest, 'organizationId' | 'password' | 'code'> {
  readonly accounts: readonly Account[]
}

/** Whose password it is, and the organization that they are let into. */
const tried = async (
  parts: AccountParts,
  { accounts, organizationId, password, code }: Tried,
): Promise<{ readonly found: Account; readonly organization: Organization }> => {
  const { store, passwords } = parts
  let found: Account | undefined
  for (let index = 0; index < (organizationId === undefined ? TRIED : 1); index++) {
    const account = accounts[index]
    const isRight = await passwords.matches(account?.passwordHash, password)
    if (isRight) found ??= account
  }
  const organization = found && (await store.organizations.find(found))
  if (found === undefined || organization === undefined) throw new Problem('login_invalid')
  requireEntrance(found, organization)
  await requirePasswordEntrance(parts, found, organization)
  if (found.hasSecondFactor && code === undefined) throw new Problem('second_factor_missing')
  if (code !== undefined && found.hasSecondFactor) {
    const factor: Counted = { kind: 'code', key: digestOf(parts, 'code', found.id) }
    await countAll(parts, [factor])
    if (!(await isCodeTaken(parts, found, code))) throw new Problem('second_factor_invalid')
    await store.loginAttempts.remove(factor.key)
  }
  return { found, organization }
}

/** @throws Problem `sso_required` where only the organization's provider lets them in */
export const requirePasswordEntrance = async (
  { store }: Pick<AccountParts, 'store'>,
  account: Account,
  organization: Organization,
): Promise<void> => requirePasswordIsEnough(roleOf(account, organization), await store.ssoConfigurations.find(account))

const isWrong = (error: unknown): boolean =>
  error instanceof Problem && (error.problem === 'login_invalid' || error.problem === 'second_factor_invalid')

interface Counted {
  readonly kind: DelayKind
  readonly key: string
}

/** @throws Problem `login_delayed`; then none of them is counted */
export const countAll = async ({ store }: Pick<AccountParts, 'store'>, all: readonly Counted[]): Promise<void> => {
  for (const [index, { kind, key }] of all.entries()) {
    const waitMs = await store.loginAttempts.count(key, LOGIN_DELAYS[kind])
    if (waitMs === 0) continue
    await Promise.all(all.slice(0, index).map((earlier) => store.loginAttempts.forgive(earlier.key)))
    throw new Problem('login_delayed', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
  }
}

/** A malformed address matches no account. */
const addressOf = (text: string): string | undefined => {
  try {
    return canonicalEmail(text)
  } catch {
    return undefined
  }
}

/** A hash of another cost is made anew while the password is at hand. @returns the hash that is stored by now */
const renewedHash = async (
  { store, passwords }: AccountParts,
  account: Account,
  password: string,
): Promise<string | undefined> => {
  const { id, passwordHash } = account
  if (passwordHash === undefined || passwords.isCurrent(passwordHash)) return passwordHash
  const renewed = await passwords.hash(password)
  return (await store.users.change(account, id, { passwordHash: renewed }, { passwordHash })) ? renewed : passwordHash
}
