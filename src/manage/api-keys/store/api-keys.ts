import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { ApiKey, KeyLimits, ListedKey } from '../../../access/rules/api-key.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { Listed, NumberedPage } from '../../../platform/values/page.ts'
import { isDuplicateKey, isWrittenFirst } from '../../../store/duplicate-key.ts'
import { listed } from '../../../store/listed.ts'
import { type ApiKeyDocument, apiKeyOf, apiKeySchema, listedKeyOf, uniqueNameOf } from './api-key-document.ts'
import { endOf, keyIdFrom, keyIdOf, newKeyId, randomKey } from './api-key-text.ts'

/** A key that was just made, or has another text. */
export interface NewKey {
  readonly id: string
  /** It cannot be read again. */
  readonly text: string
}

/** What may be changed of a key; null takes a limit away, and what is absent stays. */
export type KeyChange = { readonly name?: string } & { readonly [Limit in keyof KeyLimits]?: KeyLimits[Limit] | null }

/**
 * @param pepper the key under which API keys are stored as HMAC-SHA256
 * @param older those from before: a key that is used is stored anew
 */
export const apiKeyStore = (connection: Connection, pepper: Uint8Array, older: readonly Uint8Array[] = []) => {
  const model = connection.model<ApiKeyDocument>('ApiKey', apiKeySchema, 'api_keys')
  const under = fingerprintOf(pepper)
  const hmacOf = (key: string, by = pepper): string => createHmac('sha256', by).update(key).digest('hex')
  const textFields = (text: string) => ({ hmac: hmacOf(text), end: endOf(text), under })
  /** Those of the caller's organization that were not revoked. */
  const alive = (caller: OrganizationRef) => ({
    organizationId: caller.organizationId,
    revokedAt: { $exists: false },
  })
  /** When it was noted last that a key is in use. */
  const uses = new Map<string, number>()
  return {
    /**
     * What a key stands for, expired ones too; undefined when it is not a key of ours, or one that was revoked. One look
     * by `_id`, compared in constant time.
     */
    async findByText(text: string, now = new Date()): Promise<ApiKey | undefined> {
      const id = keyIdOf(text)
      const found = id === undefined ? null : await model.findById(id).lean()
      const sent = [pepper, ...older].map((key) => Buffer.from(hmacOf(text, key), 'hex'))
      const matches = (hmac = NO_HMAC): number[] =>
        sent.flatMap((one, index) => (timingSafeEqual(Buffer.from(hmac, 'hex'), one) ? [index] : []))
      const [current] = matches(found?.hmac)
      const [earlier] = matches(found?.previous?.hmac)
      if (found === null || found.revokedAt !== undefined) return undefined
      const { previous } = found
      if (current !== undefined && current > 0) {
        // Of two requests at once each stores the same.
        await model.updateOne({ _id: found._id, hmac: found.hmac }, { $set: { hmac: hmacOf(text), under } })
      }
      if (current !== undefined) return apiKeyOf(found)
      const inGrace = earlier !== undefined && previous !== undefined && now < previous.until
      return inGrace ? { ...apiKeyOf(found), isReplaced: true } : undefined
    },
    /** The same of the key of the caller's organization that has an id, where its text is not at hand. */
    async find(caller: OrganizationRef, id: string): Promise<ApiKey | undefined> {
      const found = await model.findOne({ _id: id, ...alive(caller) }).lean()
      return found === null ? undefined : apiKeyOf(found)
    },
    /** How many keys that work, of all organizations, are still stored under an earlier secret. */
    async countUnderEarlierSecret(): Promise<number> {
      return await model.countDocuments({ under: { $ne: under }, revokedAt: { $exists: false } })
    },
    /** The keys of the caller's organization, oldest first, those that ended too; none of them can be read any more. */
    async all(caller: OrganizationRef, now = new Date()): Promise<ListedKey[]> {
      const found = await model.find({ organizationId: caller.organizationId }).sort({ createdAt: 1, _id: 1 }).lean()
      return found.map((document) => listedKeyOf(document, now))
    },
    /** One page of them. */
    async list(caller: OrganizationRef, page: NumberedPage, now = new Date()): Promise<Listed<ListedKey>> {
      const own = { organizationId: caller.organizationId }
      const sorted = model.find(own).sort({ createdAt: 1, _id: 1 }).lean()
      return await listed(page, { total: model.countDocuments(own), sorted }, (document) => listedKeyOf(document, now))
    },
    /** A key of the list by its id. */
    async findListed(caller: OrganizationRef, id: string, now = new Date()): Promise<ListedKey | undefined> {
      const found = await model.findById(id).lean()
      return found === null || found.organizationId !== caller.organizationId ? undefined : listedKeyOf(found, now)
    },
    /** The id of a key that is to be made. */
    newId: newKeyId,
    /** The same for a request that may be made again: always the one for what it is made from. */
    idFrom: keyIdFrom,
    /**
     * Creates a key for the caller's organization. A key with this id was created by the same request before, whose
     * response was lost: it gets a new text.
     *
     * @throws Problem `api_key_name_taken` when another active key has its name
     */
    async add(
      caller: OrganizationRef,
      kept: Omit<ApiKey, 'id' | 'organizationId'>,
      id: string = newKeyId(),
    ): Promise<NewKey> {
      const text = randomKey(kept.kind, id)
      const { organizationId } = caller
      const { name, expiresAt, ...limits } = kept
      const document = {
        _id: id,
        ...limits,
        organizationId,
        ...textFields(text),
        createdAt: new Date(),
        ...(name === undefined ? {} : { name, uniqueName: uniqueNameOf(organizationId, name) }),
        ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
      }
      if (!(await isWrittenFirst(() => model.create(document)))) {
        const unheard = { _id: id, ...alive(caller), lastUsedAt: { $exists: false } }
        const { matchedCount } = await model.updateOne(unheard, { $set: textFields(text) })
        if (matchedCount === 0) throw new Problem('api_key_name_taken')
      }
      return { id, text }
    },
    /**
     * Changes a key of the caller's organization.
     * @returns false when there is none that works
     * @throws Problem `api_key_name_taken`
     */
    async change(caller: OrganizationRef, id: string, change: KeyChange): Promise<boolean> {
      const { name, ...limits } = change
      const given = Object.entries(limits).filter(([, value]) => value !== undefined)
      const set = {
        ...Object.fromEntries(given.filter(([, value]) => value !== null)),
        ...(name === undefined ? {} : { name, uniqueName: uniqueNameOf(caller.organizationId, name) }),
      }
      const removed = given.filter(([, value]) => value === null).map(([limit]) => [limit, 1])
      const update = {
        ...(Object.keys(set).length === 0 ? {} : { $set: set }),
        ...(removed.length === 0 ? {} : { $unset: Object.fromEntries(removed) }),
      }
      const { matchedCount } = await model.updateOne({ _id: id, ...alive(caller) }, update).catch(asTaken)
      return matchedCount === 1
    },
    /** Ends a key of the caller's organization at once and for good. @returns false when there is none that works */
    async revoke(caller: OrganizationRef, id: string): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id: id, ...alive(caller) }, revocation())
      return modifiedCount === 1
    },
    /**
     * Gives a key of the caller's organization another text.
     * @param graceMs how long the text before it works too; one that is still in its grace ends
     * @returns undefined when there is no such key, or it was revoked
     */
    async rotate(caller: OrganizationRef, id: string, graceMs = 0): Promise<NewKey | undefined> {
      const filter = { _id: id, ...alive(caller) }
      for (;;) {
        const found = await model.findOne(filter, { kind: 1, hmac: 1 }).lean()
        if (found === null) return undefined
        const text = randomKey(found.kind, id)
        const previous = { hmac: found.hmac, until: new Date(Date.now() + graceMs) }
        const update =
          graceMs > 0
            ? { $set: { ...textFields(text), previous } }
            : { $set: textFields(text), $unset: { previous: 1 as const } }
        // Of two rotations at once the second renews what the first has made.
        const { matchedCount } = await model.updateOne({ ...filter, hmac: found.hmac }, update)
        if (matchedCount === 1) return { id, text }
      }
    },
    /**
     * Ends all keys that are for one database of the caller's organization.
     * @param at when that was decided: by it those are known that an earlier attempt has ended
     * @returns how many there were
     */
    async revokeOfDatabase(caller: OrganizationRef, databaseId: string, at = new Date()): Promise<number> {
      await model.updateMany({ ...alive(caller), databaseId }, revocation(at))
      return await model.countDocuments({ organizationId: caller.organizationId, databaseId, revokedAt: at })
    },
    /** Ends all keys of the caller's organization at once and for good. */
    async revokeAll(caller: OrganizationRef): Promise<void> {
      await model.updateMany(alive(caller), revocation())
    },
    /** Notes that a key was used, unless that was noted within the last minute. */
    async noteUse(id: string, now = new Date()): Promise<void> {
      const due = now.getTime() - USE_NOTED_MS
      if ((uses.get(id) ?? 0) > due) return
      if (uses.size >= USES_HELD_MAX) uses.clear()
      uses.set(id, now.getTime())
      try {
        await model.updateOne({ _id: id, lastUsedAt: { $not: { $gt: new Date(due) } } }, { $set: { lastUsedAt: now } })
      } catch (error) {
        uses.delete(id)
        throw error
      }
    },
    /** Stores a key as it is and replaces an earlier state; its text is not stored. */
    async put(apiKey: Omit<ApiKey, 'name' | 'expiresAt'>, text: string): Promise<void> {
      const { id, ...fields } = apiKey
      await model.updateOne(
        { _id: id },
        {
          $set: { ...fields, ...textFields(text) },
          $unset: { revokedAt: 1, previous: 1 },
          $setOnInsert: { createdAt: new Date() },
        },
        { upsert: true },
      )
    },
  }
}

/** A key's id is random: what is there already is its name. */
const asTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new Problem('api_key_name_taken', { cause: error }) : error
}

/** Identifies the secret that a key is stored under, and discloses nothing of it. */
const fingerprintOf = (pepper: Uint8Array): string =>
  createHmac('sha256', pepper).update('fingerprint').digest('hex').slice(0, 16)

const NO_HMAC = '00'.repeat(32)

/** How often it is written down at most that a key is in use. */
const USE_NOTED_MS = 60_000
const USES_HELD_MAX = 10_000

const revocation = (revokedAt = new Date()) => ({
  $set: { revokedAt },
  $unset: { uniqueName: 1 as const, previous: 1 as const },
})
