import type { Collection, Db } from '../../platform/mongodb/driver.ts'
import { isDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import { MAJORITY, READ_LIMIT } from '../../platform/mongodb/store-timeouts.ts'
import { isTerminal, type TurnEvent, type TurnEventBody } from '../rules/turn-event.ts'

/** One event of a turn, under the id `<turnId>.<seq>`. */
interface EventDocument {
  readonly _id: string
  readonly turnId: string
  readonly seq: number
  readonly writer: number
  readonly terminal: boolean
  /** JSON text: column names and chart keys are free text, which document keys are not. */
  readonly body: string
  readonly expireAt: Date
}

export interface Head {
  readonly lastSeq: number
  readonly writer: number
  readonly terminal: boolean
}

export const EMPTY: Head = { lastSeq: 0, writer: 0, terminal: false }

/**
 * Events in a collection, accessed by `_id` only, because that is the one index that every document store has. The
 * sequence of a turn has no gaps, so reading by id finds the same events as a query over the turn.
 */
export const eventDocuments = (db: Db, collectionName: string) => {
  const collection: Collection<EventDocument> = db.collection(collectionName, { writeConcern: MAJORITY })
  const idsOf = (turnId: string, seqs: readonly number[]) => ({ $in: seqs.map((seq) => `${turnId}.${seq}`) })

  const probe = async (turnId: string, seqs: readonly number[]): Promise<Head | undefined> => {
    const projection = { _id: 0, seq: 1, writer: 1, terminal: 1 }
    const found = await collection
      .find<Pick<EventDocument, 'seq' | 'writer' | 'terminal'>>(
        { _id: idsOf(turnId, seqs) },
        { projection, ...READ_LIMIT },
      )
      .toArray()
    const last = found.reduce((a, b) => (b.seq > a.seq ? b : a), { seq: 0, writer: 0, terminal: false })
    return last.seq === 0 ? undefined : { lastSeq: last.seq, writer: last.writer, terminal: last.terminal }
  }

  return {
    /**
     * Inserts the events that follow `lastSeq`, in order, and stops at a sequence number that exists already:
     * concurrent writers compete for ids.
     * @returns how many were inserted
     */
    async insertAfter(
      lastSeq: number,
      {
        turnId,
        writer,
        bodies,
        expireAt,
      }: {
        readonly turnId: string
        readonly writer: number
        readonly bodies: readonly TurnEventBody[]
        readonly expireAt: Date
      },
    ): Promise<number> {
      const documents = bodies.map((body, index) => {
        const seq = lastSeq + 1 + index
        const terminal = isTerminal(body)
        return { _id: `${turnId}.${seq}`, turnId, seq, writer, terminal, body: JSON.stringify(body), expireAt }
      })
      try {
        await collection.insertMany(documents, { ordered: true })
        return documents.length
      } catch (error) {
        const inserted = insertedBeforeDuplicate(error)
        if (inserted === undefined) throw error
        return inserted
      }
    },

    /** Up to `count` events after `afterSeq`, without gaps. */
    async next(turnId: string, afterSeq: number, count: number): Promise<TurnEvent[]> {
      const seqs = Array.from({ length: count }, (_, index) => afterSeq + 1 + index)
      const found = await collection.find({ _id: idsOf(turnId, seqs) }, READ_LIMIT).toArray()
      const bySeq = new Map(found.map((document) => [document.seq, document]))
      const events: TurnEvent[] = []
      for (const seq of seqs) {
        const document = bySeq.get(seq)
        // A read is no snapshot: it may return an event and miss the one before, which was inserted meanwhile.
        if (document === undefined) break
        const body: TurnEventBody = JSON.parse(document.body)
        events.push({ turnId, seq, writer: document.writer, body })
      }
      return events
    },

    /** The last event of a turn, by exponential search with 256 ids per round trip. */
    async head(turnId: string, knownSeq = 0): Promise<Head> {
      const steps = [...(knownSeq === 0 ? [] : [0]), ...Array.from({ length: 21 }, (_, power) => 2 ** power)]
      let low = await probe(
        turnId,
        steps.map((step) => knownSeq + step),
      )
      if (low === undefined) return EMPTY
      const step = low.lastSeq - knownSeq
      let above = low.lastSeq + Math.max(1, step)
      while (above - low.lastSeq > 1) {
        const between = above - low.lastSeq - 1
        const stride = Math.ceil(between / 256)
        const seqs = Array.from({ length: Math.ceil(between / stride) }, (_, index) => index * stride + stride)
        const from = low.lastSeq
        const found = await probe(
          turnId,
          seqs.map((offset) => from + offset),
        )
        above = Math.min(above, (found?.lastSeq ?? from) + stride)
        low = found ?? low
      }
      return low
    },

    /** Which of these events exist, as the highest sequence number of each turn. */
    async highest(wanted: ReadonlyMap<string, readonly number[]>): Promise<ReadonlyMap<string, number>> {
      const ids = [...wanted].flatMap(([turnId, seqs]) => seqs.map((seq) => `${turnId}.${seq}`))
      const projection = { _id: 0, turnId: 1, seq: 1 }
      const found = await collection
        .find<Pick<EventDocument, 'turnId' | 'seq'>>({ _id: { $in: ids } }, { projection, ...READ_LIMIT })
        .toArray()
      const highest = new Map<string, number>()
      for (const { turnId, seq } of found) highest.set(turnId, Math.max(seq, highest.get(turnId) ?? 0))
      return highest
    },

    /** @param turns whole logs, each with its last sequence number */
    async expire(turns: readonly (readonly [turnId: string, lastSeq: number])[], expireAt: Date): Promise<void> {
      const ids = turns.flatMap(([turnId, lastSeq]) =>
        Array.from({ length: lastSeq }, (_, index) => `${turnId}.${index + 1}`),
      )
      await collection.updateMany({ _id: { $in: ids } }, { $set: { expireAt } })
    },

    /** Deletes whole logs of any length, by one range of ids each. */
    async erase(turnIds: readonly string[]): Promise<void> {
      for (let from = 0; from < turnIds.length; from += ERASED_AT_ONCE) {
        const ranges = turnIds.slice(from, from + ERASED_AT_ONCE).map((turnId) => ({
          // `/` follows `.` in ASCII, and turn ids contain neither.
          _id: { $gt: `${turnId}.`, $lt: `${turnId}/` },
        }))
        await collection.deleteMany({ $or: ranges })
      }
    },

    async sweep(time: Date): Promise<void> {
      await collection.deleteMany({ expireAt: { $lte: time } })
    },
  }
}

/**
 * How many events an ordered insert wrote before an id that existed; undefined for every other failure. Read from the
 * index of the write error, because the count that some stores report beside an error is unreliable.
 */
const insertedBeforeDuplicate = (error: unknown): number | undefined => {
  if (typeof error !== 'object' || error === null || !('writeErrors' in error)) return undefined
  const [first]: unknown[] = [error.writeErrors].flat()
  if (typeof first !== 'object' || first === null || !('index' in first)) return undefined
  return isDuplicateKey(first) && typeof first.index === 'number' ? first.index : undefined
}

const ERASED_AT_ONCE = 50
