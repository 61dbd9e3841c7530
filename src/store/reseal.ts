import type { Connection } from 'mongoose'
import { PREVIOUS_MAX } from '../manage/webhooks/store/webhook-document.ts'
import { READ_LIMIT } from '../platform/mongodb/store-timeouts.ts'
import type { FieldCipher } from './sealed.ts'

/** Paths of the elements of a list. */
const PREVIOUS_SECRETS = Array.from({ length: PREVIOUS_MAX }, (_, place) => `previous.${place}.secret` as const)

/** All collections with sealed fields that are kept longer than a day, and their paths. */
const SEALED_FIELDS = {
  databases: ['address', 'identitySecret'],
  webhooks: ['url', 'secret', ...PREVIOUS_SECRETS],
  users: ['secondFactor.secret'],
  portal_sessions: ['seed', 'providerLogin'],
  sso_configurations: ['clientSecret'],
  oauth_items: ['payload'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type SealedCollection = keyof typeof SEALED_FIELDS

interface ResealResult {
  /** Number of documents with fields that are sealed with the current secret now. */
  readonly resealed: number
  /** Ids of documents that cannot be decrypted with the secrets of this process. */
  readonly unreadable: readonly string[]
}

/** Batch size; a sealed field has about 100 bytes. */
const BATCH = 500

interface SealedDocument {
  readonly _id: string | number
  readonly [path: string]: unknown
}

export const resealStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  /** Re-encrypts the sealed fields of a document, by compare-and-set. */
  const resealDocument = async (
    collection: SealedCollection,
    found: SealedDocument,
  ): Promise<'resealed' | 'unreadable' | 'nothing'> => {
    const documents = connection.collection<SealedDocument>(collection)
    const paths = SEALED_FIELDS[collection]
    for (let next: SealedDocument | null = found; next !== null; ) {
      const current: SealedDocument = next
      const values = paths.map((path) => [path, valueAt(current, path)] as const)
      const present = values.filter(([, value]) => value !== undefined)
      if (present.length === 0) return 'nothing'
      const set: Record<string, Buffer> = {}
      try {
        for (const [path, value] of present) set[path] = sealText(openText(value))
      } catch {
        return 'unreadable'
      }
      const same = Object.fromEntries(values.map(([path, value]) => [path, value ?? { $exists: false }]))
      const { matchedCount } = await documents.updateOne({ ...same, _id: current._id }, { $set: set })
      if (matchedCount === 1) return 'resealed'
      // Changed concurrently: other fields may still be sealed with a previous secret.
      next = await documents.findOne({ _id: current._id }, { projection: projectionOf(paths), ...READ_LIMIT })
    }
    return 'nothing'
  }
  return {
    /**
     * Seals anew, with the secret of now, all that a collection keeps sealed; a batch at a time, in the order of ids. What
     * is written meanwhile is sealed with the secret of now anyway.
     */
    async reseal(collection: SealedCollection): Promise<ResealResult> {
      const documents = connection.collection<SealedDocument>(collection)
      const projection = projectionOf(SEALED_FIELDS[collection])
      const unreadable: string[] = []
      let resealed = 0
      for (let last: SealedDocument['_id'] | undefined; ; ) {
        const batch: SealedDocument[] = await documents
          .find(last === undefined ? {} : { _id: { $gt: last } }, { projection, ...READ_LIMIT })
          .sort({ _id: 1 })
          .limit(BATCH)
          .toArray()
        for (const found of batch) {
          const outcome = await resealDocument(collection, found)
          if (outcome === 'resealed') resealed += 1
          if (outcome === 'unreadable') unreadable.push(String(found._id))
        }
        if (batch.length < BATCH) return { resealed, unreadable }
        last = batch.at(-1)?._id
      }
    },
  }
}

/** Projects whole lists, because a projection supports no list indexes. */
const projectionOf = (paths: readonly string[]): Record<string, 1> =>
  Object.fromEntries(paths.map((path) => [path.replace(/\.\d+/, ''), 1]))

const valueAt = (document: SealedDocument, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (current, name) =>
        typeof current === 'object' && current !== null
          ? Object.getOwnPropertyDescriptor(current, name)?.value
          : undefined,
      document,
    )
