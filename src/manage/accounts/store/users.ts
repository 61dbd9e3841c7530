import { randomUUID } from 'node:crypto'
import type { Connection, UpdateQuery } from 'mongoose'
import { Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent, isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { keyedMutex } from '../../../store/keyed-mutex.ts'
import { listPage } from '../../../store/list-page.ts'
import type { FieldCipher } from '../../../store/sealed.ts'
import type { ProviderLink } from '../../sso/rules/sso-account.ts'
import { emailKeyOf } from '../rules/email-key.ts'
import type { User } from '../rules/user.ts'
import { subjectFields } from './provider-subjects.ts'
import { type Account, accountOf, type DueMail, type UserDocument, userOf, userSchema } from './user-document.ts'

type NewUser = Omit<
  User,
  'id' | 'organizationId' | 'pendingEmail' | 'hasSecondFactor' | 'createdAt' | 'lastLoginAt'
> & {
  /** In PHC format; absent for invited users. */
  readonly passwordHash?: string
  /** For users provisioned by SSO. */
  readonly providerSubject?: ProviderLink
  readonly mailDue?: DueMail
  /** Idempotency key of the request. */
  readonly madeAs?: string
}

/** Changes of a user; absent fields stay unchanged. */
export type UserChange = Partial<Omit<NewUser, 'name' | 'providerSubject' | 'madeAs'>> & {
  readonly name?: string | null
  readonly pendingEmail?: string | null
}

/** Conditions for a conditional write: fields that the caller's decision was based on. */
interface UserAsRead extends Partial<Pick<UserDocument, 'role' | 'status' | 'passwordHash'>> {
  /** Key absent: not checked. Value undefined: the user must never have been added to the list of owners. */
  readonly owning?: string | undefined
}

const asRead = (was: UserAsRead): object => ({ ...was, ...('owning' in was ? { owning: was.owning ?? ABSENT } : {}) })

const ABSENT = { $exists: false }

/** Maximum accounts per address over all organizations. */
const ACCOUNTS_MAX = 50

/** Maximum known login networks per user. */
const ENTERED_FROM_MAX = 10

const counterSchema = new Schema<{ _id: string; last: number }>(
  { _id: { type: String, required: true }, last: { type: Number, required: true } },
  { versionKey: false },
)

export const userStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  const model = connection.model<UserDocument>('User', userSchema, 'users')
  const counters = connection.model('Counter', counterSchema, 'counters')
  const addressFields = ({ organizationId }: OrganizationRef, email: string) => ({
    email,
    emailKey: emailKeyOf(email),
    uniqueEmail: `${organizationId} ${emailKeyOf(email)}`,
  })
  const update = async (
    { organizationId }: OrganizationRef,
    id: number,
    change: UpdateQuery<UserDocument>,
    more = {},
  ) => {
    const { matchedCount } = await model.updateOne({ _id: id, organizationId, ...more }, change).catch(throwEmailTaken)
    return matchedCount === 1
  }
  const enteredFrom = async (caller: OrganizationRef, id: number, from: string, change: object): Promise<void> => {
    await update(caller, id, { ...change, $pull: { enteredFrom: from } })
    await update(caller, id, { $push: { enteredFrom: { $each: [from], $slice: -ENTERED_FROM_MAX } } })
  }
  const inTurn = keyedMutex()
  const nextUserId = async (): Promise<number> => {
    for (;;) {
      const found = await counters.findOne({ _id: 'users' }).lean()
      const last = found?.last ?? 1
      if (found === null) {
        if (await insertIfAbsent(() => counters.create({ _id: 'users', last: last + 1 }))) return last + 1
      } else {
        const { matchedCount } = await counters.updateOne({ _id: 'users', last }, { $set: { last: last + 1 } })
        if (matchedCount === 1) return last + 1
      }
    }
  }
  return {
    /** Reserves an id that is never reused. The first is 2; 1 is the demo's. */
    newId: (): Promise<number> => inTurn('users', nextUserId),
    /** Adds a user; idempotent for one id. @throws Problem `email_taken`, also if another user has the subject */
    async add(caller: OrganizationRef, user: NewUser, id: number): Promise<User> {
      const { organizationId } = caller
      const { email, providerSubject, ...fields } = user
      const linked = providerSubject === undefined ? {} : subjectFields(caller, providerSubject)
      const named = { ...fields, ...addressFields(caller, email), ...linked }
      const document = { _id: id, organizationId, ...named, createdAt: new Date() }
      if (!(await insertIfAbsent(() => model.create(document)))) {
        const own = await model.findOne({ _id: id, organizationId }).lean()
        if (own === null) throw new Problem('email_taken')
        return userOf(own)
      }
      return userOf(document)
    },
    /** A user of the caller's organization. */
    async find({ organizationId }: OrganizationRef, id: number): Promise<User | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null ? undefined : userOf(found)
    },
    /** A user of any organization, for operators only: never for callers of the API. */
    async findInAnyOrganization(id: number): Promise<User | undefined> {
      const found = await model.findById(id).lean()
      return found === null ? undefined : userOf(found)
    },
    async count({ organizationId }: OrganizationRef): Promise<number> {
      return await model.countDocuments({ organizationId })
    },
    /** Users of the caller's organization, by number. */
    async list({ organizationId }: OrganizationRef, page: NumberedPage): Promise<ItemPage<User>> {
      const sorted = model.find({ organizationId }).sort({ _id: 1 }).lean()
      return await listPage(page, { total: model.countDocuments({ organizationId }), sorted }, userOf)
    },
    /** A user with credentials. */
    async findAccount({ organizationId }: OrganizationRef, id: number): Promise<Account | undefined> {
      const found = await model.findOne({ _id: id, organizationId }).lean()
      return found === null ? undefined : accountOf(found, openText)
    },
    /**
     * Accounts of an address in all organizations, for logins and mails, whose responses do not show what was found.
     * Verified addresses first, then the oldest, so that an organization cannot block logins elsewhere by adding an
     * address.
     * @param organizationId limits the search to one organization
     */
    async findAccounts(email: string, organizationId: number | undefined): Promise<Account[]> {
      const emailKey = emailKeyOf(email)
      const found =
        organizationId === undefined
          ? await model.find({ emailKey }).sort({ emailVerified: -1, _id: 1 }).limit(ACCOUNTS_MAX).lean()
          : await model.find({ uniqueEmail: `${organizationId} ${emailKey}` }).lean()
      return found.map((one) => accountOf(one, openText))
    },
    /**
     * Changes a user.
     * @param was fields that must be unchanged
     * @returns false if there is no such user, or a field has changed
     * @throws Problem `email_taken`
     */
    async change(
      caller: OrganizationRef,
      id: number,
      { email, name, pendingEmail, ...change }: UserChange,
      was: UserAsRead = {},
    ): Promise<boolean> {
      const set = {
        ...change,
        ...(email === undefined ? {} : addressFields(caller, email)),
        ...(typeof name === 'string' ? { name } : {}),
        ...(typeof pendingEmail === 'string' ? { pendingEmail } : {}),
      }
      const gone = { ...(name === null ? { name: 1 } : {}), ...(pendingEmail === null ? { pendingEmail: 1 } : {}) }
      const written = {
        ...(Object.keys(set).length === 0 ? {} : { $set: set }),
        ...(Object.keys(gone).length === 0 ? {} : { $unset: gone }),
      }
      return await update(caller, id, written, asRead(was))
    },
    /** Accepts an invitation in one conditional write. @returns false if the user is not invited at that address */
    async acceptInvitation(
      caller: OrganizationRef,
      id: number,
      email: string,
      fields: { readonly passwordHash: string; readonly name?: string },
    ): Promise<boolean> {
      const set = { ...fields, status: 'active' as const, emailVerified: true }
      return await update(caller, id, { $set: set }, { status: 'invited', emailKey: emailKeyOf(email) })
    },
    /**
     * Marks an address as verified, and makes a pending address current.
     * @returns false if it is neither the current nor the pending address
     * @throws Problem `email_taken`
     */
    async verifyEmail(caller: OrganizationRef, id: number, email: string): Promise<boolean> {
      const set = { ...addressFields(caller, email), emailVerified: true }
      const isNew = await update(caller, id, { $set: set, $unset: { pendingEmail: 1 } }, { pendingEmail: email })
      return isNew || (await update(caller, id, { $set: { emailVerified: true } }, { emailKey: emailKeyOf(email) }))
    },
    /** Removes a user. @returns false if there is no such user, or a field has changed */
    async remove({ organizationId }: OrganizationRef, id: number, was: UserAsRead = {}): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: id, organizationId, ...asRead(was) })
      return deletedCount === 1
    },
    /** Records the time and network of a login. @param from a digest of the network */
    async recordLogin(caller: OrganizationRef, id: number, from: string, now = new Date()): Promise<void> {
      await enteredFrom(caller, id, from, { $set: { lastLoginAt: now } })
    },
    /** Records a network as known without a login. @param from a digest of the network */
    async recordLoginNetwork(caller: OrganizationRef, id: number, from: string): Promise<void> {
      await enteredFrom(caller, id, from, {})
    },
    /** Stores an unconfirmed second factor. @returns false if a confirmed one exists */
    async beginSecondFactor(caller: OrganizationRef, id: number, secret: string): Promise<boolean> {
      const none = { 'secondFactor.confirmedAt': { $exists: false } }
      return await update(caller, id, { $set: { secondFactor: { id: randomUUID(), secret: sealText(secret) } } }, none)
    },
    /**
     * Confirms a second factor, once.
     * @param factor the id of the secret whose code was presented
     * @param step the time step of that code
     * @param recovery digests of recovery codes
     */
    async confirmSecondFactor(
      caller: OrganizationRef,
      id: number,
      {
        factor,
        step,
        recovery,
      }: { readonly factor: string; readonly step: number; readonly recovery: readonly string[] },
    ): Promise<boolean> {
      const waiting = { 'secondFactor.id': factor, 'secondFactor.confirmedAt': { $exists: false } }
      const fields = { confirmedAt: new Date(), lastStep: step, recovery }
      const set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`secondFactor.${name}`, value]))
      return await update(caller, id, { $set: set }, waiting)
    },
    /** Accepts the code of a time step, once; codes of earlier steps are refused afterwards. */
    async takeStep(caller: OrganizationRef, id: number, step: number): Promise<boolean> {
      return await update(
        caller,
        id,
        { $set: { 'secondFactor.lastStep': step } },
        { 'secondFactor.lastStep': { $lt: step } },
      )
    },
    /** Consumes a recovery code, once. @param digest of the code */
    async takeRecoveryCode(caller: OrganizationRef, id: number, digest: string): Promise<boolean> {
      const unused = { 'secondFactor.recovery': digest }
      return await update(caller, id, { $pull: { 'secondFactor.recovery': digest } }, unused)
    },
    async removeSecondFactor(caller: OrganizationRef, id: number): Promise<boolean> {
      return await update(caller, id, { $unset: { secondFactor: 1 } }, { secondFactor: { $exists: true } })
    },
  }
}

const throwEmailTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new Problem('email_taken', { cause: error }) : error
}
