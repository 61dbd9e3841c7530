import type { Connection } from 'mongoose'
import { PREVIOUS_MAX } from '../manage/webhooks/store/webhook-document.ts'
import { IN_TIME } from '../platform/mongodb/waits.ts'
import type { Sealed } from './sealed.ts'

/** By their places in the list. */
const PREVIOUS_SECRETS = Array.from({ length: PREVIOUS_MAX }, (_, place) => `previous.${place}.secret` as const)

/** Every collection with something sealed that outlives a day, and the paths at which it is. */
const SEALED_FIELDS = {
  databases: ['address', 'identitySecret'],
  webhooks: ['url', 'secret', ...PREVIOUS_SECRETS],
  users: ['secondFactor.secret'],
  portal_sessions: ['seed', 'providerLogin'],
  sso_configurations: ['clientSecret'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SealedCollection = keyof typeof SEALED_FIELDS

export interface Resealed {
  /** How many documents hold something that is sealed with the secret of now. */
  readonly resealed: number
  /** The ids of those that were sealed with a secret which this process does not have. */
  readonly unreadable: readonly string[]
}

/** Documents that are read at once: of a sealed field each has some hundred bytes. */
const BATCH = 500

interface Kept {
  readonly _id: string | number
  readonly [path: string]: unknown
}

export const resealStore = (connection: Connection, { sealText, openText }: Sealed) => {
  /** Undefined where there is nothing any more, or where it was sealed with a secret that is not here. */
  const sealedAnew = async (
    collection: SealedCollection,
    found: Kept,
  ): Promise<'resealed' | 'unreadable' | 'nothing'> => {
    const documents = connection.collection<Kept>(collection)
    const paths = SEALED_FIELDS[collection]
    for (let next: Kept | null = found; next !== null; ) {
      const at: Kept = next
      const kept = paths.map((path) => [path, valueAt(at, path)] as const)
      const there = kept.filter(([, value]) => value !== undefined)
      if (there.length === 0) return 'nothing'
      const set: Record<string, Buffer> = {}
      try {
        for (const [path, value] of there) set[path] = sealText(openText(value))
      } catch {
        return 'unreadable'
      }
      const same = Object.fromEntries(kept.map(([path, value]) => [path, value ?? { $exists: false }]))
      const { matchedCount } = await documents.updateOne({ ...same, _id: at._id }, { $set: set })
      if (matchedCount === 1) return 'resealed'
      // Somebody has changed it meanwhile, and may have kept something that the secret of before has sealed.
      next = await documents.findOne({ _id: at._id }, { projection: shown(paths), ...IN_TIME })
    }
    return 'nothing'
  }
  return {
    /**
     * Seals anew, with the secret of now, all that a collection keeps sealed; a batch at a time, in the order of ids. What
     * is written meanwhile is sealed with the secret of now anyway.
     */
    async reseal(collection: SealedCollection): Promise<Resealed> {
      const documents = connection.collection<Kept>(collection)
      const projection = shown(SEALED_FIELDS[collection])
      const unreadable: string[] = []
      let resealed = 0
      for (let last: Kept['_id'] | undefined; ; ) {
        const batch: Kept[] = await documents
          .find(last === undefined ? {} : { _id: { $gt: last } }, { projection, ...IN_TIME })
          .sort({ _id: 1 })
          .limit(BATCH)
          .toArray()
        for (const found of batch) {
          const ended = await sealedAnew(collection, found)
          if (ended === 'resealed') resealed += 1
          if (ended === 'unreadable') unreadable.push(String(found._id))
        }
        if (batch.length < BATCH) return { resealed, unreadable }
        last = batch.at(-1)?._id
      }
    },
  }
}

/** What is in a list is read as one: a projection knows no places. */
const shown = (paths: readonly string[]): Record<string, 1> =>
  Object.fromEntries(paths.map((path) => [path.replace(/\.\d+/, ''), 1]))

const valueAt = (document: Kept, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined,
      document,
    )
