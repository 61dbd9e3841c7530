import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import type { ApiKey } from '../rules/api-key.ts'
import type { Epoch } from '../rules/epoch.ts'
import type { Organization } from '../rules/organization.ts'
import type { OrganizationRef } from '../rules/organization-ref.ts'

/** A key, and what a request that carries it is judged by. */
export interface KeyHolder {
  readonly key: ApiKey
  /** Undefined when it is gone. */
  readonly organization: Organization | undefined
  /** The database of a database key; undefined when it is gone. */
  readonly ownDatabase: DatabaseSettings | undefined
}

/** The same as it was in some epoch. */
export interface KeptHolder extends KeyHolder {
  readonly epoch: Epoch
  /** Whether it was read for an earlier request: whoever relies on it makes sure that the epoch is still the same. */
  readonly isKept: boolean
}

interface Lookups {
  readonly epochs: { find(caller: OrganizationRef): Promise<Epoch> }
  readonly apiKeys: {
    findByText(text: string): Promise<ApiKey | undefined>
    find(caller: OrganizationRef, id: string): Promise<ApiKey | undefined>
  }
  readonly organizations: { find(caller: OrganizationRef): Promise<Organization | undefined> }
  readonly databases: { find(caller: OrganizationRef, id: string): Promise<DatabaseSettings | undefined> }
}

/** Whose a key is: that never changes. */
type Whose = Pick<ApiKey, 'organizationId' | 'databaseId'>

const KNOWN_MAX = 10_000

/** A change whose process died before it renewed the epoch is seen after this time. */
const KEPT_MS = 5_000

/**
 * Every request begins with these look-ups by `_id`. Where it is known already whose a key is, all of them go at once.
 * What they have found is kept with the organization's epoch, so that whatever is revoked or suspended is so for the next
 * request. Known are texts that were right: of a key's id alone nobody learns whether there is such a key.
 */
export const keyHolderStore = ({ epochs, apiKeys, organizations, databases }: Lookups) => {
  const known = new Map<string, Whose>()
  const kept = new LRUCache<string, KeptHolder>({ max: KNOWN_MAX, ttl: KEPT_MS })
  const belongings = async (whose: Whose) => {
    const { databaseId } = whose
    const [owner, ownDatabase] = await Promise.all([
      organizations.find(whose),
      databaseId === undefined ? undefined : databases.find(whose, databaseId),
    ])
    return { organization: owner, ownDatabase }
  }
  const remember = (digest: string, { organizationId, databaseId }: ApiKey): void => {
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(digest, { organizationId, ...(databaseId === undefined ? {} : { databaseId }) })
  }
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')
  const keyHolder = async (text: string): Promise<KeyHolder | undefined> => {
    const digest = digestOf(text)
    const whose = known.get(digest)
    const [key, found] = await Promise.all([
      apiKeys.findByText(text),
      whose === undefined ? undefined : belongings(whose),
    ])
    if (key === undefined) return undefined
    const isHis = whose?.organizationId === key.organizationId && whose.databaseId === key.databaseId
    if (found !== undefined && isHis) return { key, ...found }
    remember(digest, key)
    return { key, ...(await belongings(key)) }
  }
  return {
    /** Who holds a key, by its text; undefined when it is not a key of ours, or one that was revoked. */
    find: keyHolder,
    /** Who holds the key with which something was made, as all that is now; undefined when it was revoked. */
    async findById(whose: {
      readonly organizationId: number
      readonly keyId: string
    }): Promise<KeptHolder | undefined> {
      const now = await epochs.find(whose)
      const key = await apiKeys.find(whose, whose.keyId)
      return key === undefined ? undefined : { key, ...(await belongings(key)), epoch: now, isKept: false }
    },
    /**
     * The same, from an earlier request where there was one in these seconds.
     * @param anew whether it is to be read in any case
     */
    async findCached(text: string, anew: boolean): Promise<KeptHolder | undefined> {
      const digest = digestOf(text)
      const earlier = anew ? undefined : kept.get(digest)
      if (earlier !== undefined) return earlier
      kept.delete(digest)
      const whose = known.get(digest) ?? (await apiKeys.findByText(text))
      if (whose === undefined) return undefined
      // First the epoch: what is read after it is no older.
      const now = await epochs.find(whose)
      const holder = await keyHolder(text)
      if (holder === undefined) return undefined
      const { key } = holder
      // A text that was replaced ends by the clock, which renews no epoch.
      if (!key.isReplaced) kept.set(digest, { ...holder, epoch: now, isKept: true })
      return { ...holder, epoch: now, isKept: false }
    },
  }
}
