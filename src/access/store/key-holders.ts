import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { ApiKey } from '../rules/api-key.ts'
import type { AuthorizationRevision } from '../rules/authorization-revision.ts'
import type { Organization } from '../rules/organization.ts'
import type { OrganizationRef } from '../rules/organization-ref.ts'

/** A key with the data that authorizes its requests. */
interface KeyHolder {
  readonly key: ApiKey
  /** Undefined if it was removed. */
  readonly organization: Organization | undefined
  /** The database of a database key; undefined for other keys, or if it was removed. */
  readonly ownDatabase: DatabaseSettings | undefined
}

/** A key holder as read at a revision. */
export interface CachedHolder extends KeyHolder {
  readonly revision: AuthorizationRevision
  /** Whether it comes from the cache: then its revision must be compared with the current one before it is used. */
  readonly isCached: boolean
}

interface Lookups {
  readonly authorizationRevisions: { find(caller: OrganizationRef): Promise<AuthorizationRevision> }
  readonly apiKeys: {
    findByText(text: string): Promise<ApiKey | undefined>
    find(caller: OrganizationRef, id: string): Promise<ApiKey | undefined>
  }
  readonly organizations: { find(caller: OrganizationRef): Promise<Organization | undefined> }
  readonly databases: { find(caller: OrganizationRef, id: string): Promise<DatabaseSettings | undefined> }
}

/** The organization and database of a key, which never change. */
type KeyOwner = Pick<ApiKey, 'organizationId' | 'databaseId'>

const ENTRIES_MAX = 10_000

/** Bounds how long a change stays unseen if its process died before renewing the revision. */
const CACHE_MS = 5_000

/**
 * The lookups by `_id` with which every request begins; concurrent if the owner of the key is known from an earlier request.
 * Results are cached with the organization's revision, so that a revocation or suspension applies to the next request. Only valid
 * key texts are remembered, so that a key's id alone does not reveal whether the key exists.
 */
export const keyHolderStore = ({ authorizationRevisions, apiKeys, organizations, databases }: Lookups) => {
  const owners = new Map<string, KeyOwner>()
  const cache = new LRUCache<string, CachedHolder>({ max: ENTRIES_MAX, ttl: CACHE_MS })
  const readOwned = async (owner: KeyOwner) => {
    const { databaseId } = owner
    const [organization, ownDatabase] = await Promise.all([
      organizations.find(owner),
      databaseId === undefined ? undefined : databases.find(owner, databaseId),
    ])
    return { organization, ownDatabase }
  }
  const remember = (digest: string, { organizationId, databaseId }: ApiKey): void => {
    if (owners.size >= ENTRIES_MAX) owners.clear()
    owners.set(digest, { organizationId, ...(databaseId === undefined ? {} : { databaseId }) })
  }
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')
  const readHolder = async (text: string): Promise<KeyHolder | undefined> => {
    const digest = digestOf(text)
    const owner = owners.get(digest)
    const [key, found] = await Promise.all([
      apiKeys.findByText(text),
      owner === undefined ? undefined : readOwned(owner),
    ])
    if (key === undefined) return undefined
    const isSameOwner = owner?.organizationId === key.organizationId && owner.databaseId === key.databaseId
    if (found !== undefined && isSameOwner) return { key, ...found }
    remember(digest, key)
    return { key, ...(await readOwned(key)) }
  }
  return {
    /** The holder of a key, by its text; undefined if the key is unknown or revoked. */
    find: readHolder,
    /** The current holder of a key, by its id; undefined if the key was revoked. */
    async findById(owner: {
      readonly organizationId: number
      readonly keyId: string
    }): Promise<CachedHolder | undefined> {
      const revision = await authorizationRevisions.find(owner)
      const key = await apiKeys.find(owner, owner.keyId)
      return key === undefined ? undefined : { key, ...(await readOwned(key)), revision, isCached: false }
    },
    /**
     * As `find`, from the cache if an earlier request read it at most `CACHE_MS` ago.
     * @param mustRead whether the cache is bypassed
     */
    async findCached(text: string, mustRead: boolean): Promise<CachedHolder | undefined> {
      const digest = digestOf(text)
      const cached = mustRead ? undefined : cache.get(digest)
      if (cached !== undefined) return cached
      cache.delete(digest)
      const owner = owners.get(digest) ?? (await apiKeys.findByText(text))
      if (owner === undefined) return undefined
      // Read before the holder, which is therefore at least as new as its revision.
      const revision = await authorizationRevisions.find(owner)
      const holder = await readHolder(text)
      if (holder === undefined) return undefined
      const { key } = holder
      // A replaced text expires without a change of the revision, so it is not cached.
      if (!key.isReplaced) cache.set(digest, { ...holder, revision, isCached: true })
      return { ...holder, revision, isCached: false }
    },
  }
}
