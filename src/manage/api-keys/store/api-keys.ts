import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { ApiKey, KeyLimits, ListedKey } from '../../../access/rules/api-key.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent, isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import { type ApiKeyDocument, apiKeyOf, apiKeySchema, listedKeyOf, uniqueNameOf } from './api-key-document.ts'
import { deriveKeyId, keyHintSuffix, keyIdOf, newKeyId, randomKey } from './api-key-text.ts'

/** A key that was created or rotated. */
interface NewKey {
  readonly id: string
  /** Returned only once. */
  readonly text: string
}

/** Changes of a key; null removes a restriction, absent fields stay unchanged. */
type KeyChange = Pick<ApiKey, 'name' | 'answerDetails'> & {
  readonly [Limit in keyof KeyLimits]?: KeyLimits[Limit] | null
}

/**
 * @param pepper the HMAC-SHA256 key for stored API keys
 * @param older previous peppers: a key stored under one of them is stored again when it is used
 */
export const apiKeyStore = (connection: Connection, pepper: Uint8Array, older: readonly Uint8Array[] = []) => {
  const model = connection.model<ApiKeyDocument>('ApiKey', apiKeySchema, 'api_keys')
  const fingerprint = fingerprintOf(pepper)
  const hmacOf = (key: string, by = pepper): string => createHmac('sha256', by).update(key).digest('hex')
  const textFields = (text: string) => ({ hmac: hmacOf(text), end: keyHintSuffix(text), under: fingerprint })
  /** Filter for the organization's keys that were not revoked. */
  const notRevoked = (caller: OrganizationRef) => ({
    organizationId: caller.organizationId,
    revokedAt: { $exists: false },
  })
  /** When the last use of a key was recorded. */
  const uses = new Map<string, number>()
  return {
    /**
     * The key with this text, including expired keys; undefined for unknown and revoked keys. One query by `_id`, then
     * a comparison in constant time.
     */
    async findByText(text: string, now = new Date()): Promise<ApiKey | undefined> {
      const id = keyIdOf(text)
      const found = id === undefined ? null : await model.findById(id).lean()
      const sent = [pepper, ...older].map((key) => Buffer.from(hmacOf(text, key), 'hex'))
      const matches = (hmac = NO_HMAC): number[] =>
        sent.flatMap((one, index) => (timingSafeEqual(Buffer.from(hmac, 'hex'), one) ? [index] : []))
      const [current] = matches(found?.hmac)
      const [previousMatch] = matches(found?.previous?.hmac)
      if (found === null || found.revokedAt !== undefined) return undefined
      const { previous } = found
      if (current !== undefined && current > 0) {
        // Concurrent requests store the same value.
        await model.updateOne(
          { _id: found._id, hmac: found.hmac },
          { $set: { hmac: hmacOf(text), under: fingerprint } },
        )
      }
      if (current !== undefined) return apiKeyOf(found)
      const inGrace = previousMatch !== undefined && previous !== undefined && now < previous.until
      return inGrace ? { ...apiKeyOf(found), isReplaced: true } : undefined
    },
    /** A key of the organization by id. */
    async find(caller: OrganizationRef, id: string): Promise<ApiKey | undefined> {
      const found = await model.findOne({ _id: id, ...notRevoked(caller) }).lean()
      return found === null ? undefined : apiKeyOf(found)
    },
    /** Number of keys of all organizations, not revoked, that are stored under a previous secret. */
    async countUnderEarlierSecret(): Promise<number> {
      return await model.countDocuments({ under: { $ne: fingerprint }, revokedAt: { $exists: false } })
    },
    /** All keys of the organization, oldest first, including expired and revoked ones. */
    async all(caller: OrganizationRef, now = new Date()): Promise<ListedKey[]> {
      const found = await model.find({ organizationId: caller.organizationId }).sort({ createdAt: 1, _id: 1 }).lean()
      return found.map((document) => listedKeyOf(document, now))
    },
    /** A page of the organization's keys. */
    async list(caller: OrganizationRef, page: NumberedPage, now = new Date()): Promise<ItemPage<ListedKey>> {
      const own = { organizationId: caller.organizationId }
      const sorted = model.find(own).sort({ createdAt: 1, _id: 1 }).lean()
      return await listPage(page, { total: model.countDocuments(own), sorted }, (document) =>
        listedKeyOf(document, now),
      )
    },
    /** A key of the organization, including expired and revoked ones. */
    async findListed(caller: OrganizationRef, id: string, now = new Date()): Promise<ListedKey | undefined> {
      const found = await model.findById(id).lean()
      return found === null || found.organizationId !== caller.organizationId ? undefined : listedKeyOf(found, now)
    },
    /** A random id for a new key. */
    newId: newKeyId,
    /** The id for the key of a request that may be repeated: derived from the request. */
    idFrom: deriveKeyId,
    /** Creates a key. An existing id means that the request was repeated: its key gets a new text. */
    async add(
      caller: OrganizationRef,
      fields: Omit<ApiKey, 'id' | 'organizationId'>,
      id: string = newKeyId(),
    ): Promise<NewKey> {
      const text = randomKey(fields.kind, id)
      const { organizationId } = caller
      const { name, expiresAt, ...limits } = fields
      const document = {
        _id: id,
        ...limits,
        organizationId,
        ...textFields(text),
        createdAt: new Date(),
        ...(name === undefined ? {} : { name, uniqueName: uniqueNameOf(organizationId, name) }),
        ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
      }
      if (!(await insertIfAbsent(() => model.create(document)))) {
        const neverUsed = { _id: id, ...notRevoked(caller), lastUsedAt: { $exists: false } }
        const { matchedCount } = await model.updateOne(neverUsed, { $set: textFields(text) })
        if (matchedCount === 0) throw new Problem('api_key_name_taken')
      }
      return { id, text }
    },
    /**
     * Changes a key of the organization.
     * @returns false if there is none, or it was revoked
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
      const { matchedCount } = await model.updateOne({ _id: id, ...notRevoked(caller) }, update).catch(throwNameTaken)
      return matchedCount === 1
    },
    /** Revokes a key permanently. @returns false if there is none, or it was revoked before */
    async revoke(caller: OrganizationRef, id: string): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id: id, ...notRevoked(caller) }, revocation())
      return modifiedCount === 1
    },
    /**
     * Rotates a key.
     * @param graceMs how long the previous text is accepted as well; an earlier grace period ends
     * @returns undefined if there is no such key, or it was revoked
     */
    async rotate(caller: OrganizationRef, id: string, graceMs = 0): Promise<NewKey | undefined> {
      const filter = { _id: id, ...notRevoked(caller) }
      for (;;) {
        const found = await model.findOne(filter, { kind: 1, hmac: 1 }).lean()
        if (found === null) return undefined
        const text = randomKey(found.kind, id)
        const previous = { hmac: found.hmac, until: new Date(Date.now() + graceMs) }
        const update =
          graceMs > 0
            ? { $set: { ...textFields(text), previous } }
            : { $set: textFields(text), $unset: { previous: 1 as const } }
        // Of two concurrent rotations the second replaces the key of the first.
        const { matchedCount } = await model.updateOne({ ...filter, hmac: found.hmac }, update)
        if (matchedCount === 1) return { id, text }
      }
    },
    /**
     * Revokes all keys of one database.
     * @param at time of the decision, by which keys revoked by an earlier attempt are counted
     * @returns their number
     */
    async revokeOfDatabase(caller: OrganizationRef, databaseId: string, at = new Date()): Promise<number> {
      await model.updateMany({ ...notRevoked(caller), databaseId }, revocation(at))
      return await model.countDocuments({ organizationId: caller.organizationId, databaseId, revokedAt: at })
    },
    /** Revokes all keys of the organization permanently. */
    async revokeAll(caller: OrganizationRef): Promise<void> {
      await model.updateMany(notRevoked(caller), revocation())
    },
    /** Records the use of a key, at most once per minute. */
    async recordUse(id: string, now = new Date()): Promise<void> {
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
    /** Stores the demo's key, also if it was revoked or rotated before. */
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

/** Ids are random, so a duplicate key error means that the name is taken. */
const throwNameTaken = (error: unknown): never => {
  throw isDuplicateKey(error) ? new Problem('api_key_name_taken', { cause: error }) : error
}

/** Identifies the secret under which a key is stored, without revealing it. */
const fingerprintOf = (pepper: Uint8Array): string =>
  createHmac('sha256', pepper).update('fingerprint').digest('hex').slice(0, 16)

const NO_HMAC = '00'.repeat(32)

/** Minimum interval between recorded uses of a key. */
const USE_NOTED_MS = 60_000
const USES_HELD_MAX = 10_000

const revocation = (revokedAt = new Date()) => ({
  $set: { revokedAt },
  $unset: { uniqueName: 1 as const, previous: 1 as const },
})
