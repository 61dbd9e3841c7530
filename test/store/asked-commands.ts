import type { Connection } from 'mongoose'
import { z } from 'zod'

/** One command that a store sent to its server, or one part of a command with several parts. */
export interface Asked {
  readonly collection: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: Order
  /** Whether the command reads a page and not all matching documents. */
  readonly isPage: boolean
}

/** Fields in order, each with its direction. */
export type Order = readonly (readonly [field: string, direction: number])[]

const filter = z.record(z.string(), z.unknown())
const order = z.preprocess(
  (sent) => (sent instanceof Map ? Object.fromEntries(sent) : sent),
  z.record(z.string(), z.number()),
)
const parts = z.array(z.object({ q: filter }))

const Find = z.object({
  find: z.string(),
  filter: filter.default({}),
  sort: order.default({}),
  limit: z.int().default(0),
})
const Update = z.object({ update: z.string(), updates: parts })
const Delete = z.object({ delete: z.string(), deletes: parts })
const Count = z.object({ aggregate: z.string(), pipeline: z.array(z.object({ $match: filter.optional() })) })
const Change = z.object({ findAndModify: z.string(), query: filter, sort: order.default({}) })

const whole = (collection: string, part: Asked['filter']): Asked => ({
  collection,
  filter: part,
  sort: [],
  isPage: false,
})

/** The reads of a command; empty for commands that read no documents. */
const askedBy = (command: unknown): readonly Asked[] => {
  const find = Find.safeParse(command)
  if (find.success) {
    const { find: collection, sort, limit } = find.data
    return [{ collection, filter: find.data.filter, sort: Object.entries(sort), isPage: limit > 1 }]
  }
  const update = Update.safeParse(command)
  if (update.success) return update.data.updates.map(({ q }) => whole(update.data.update, q))
  const removal = Delete.safeParse(command)
  if (removal.success) return removal.data.deletes.map(({ q }) => whole(removal.data.delete, q))
  const count = Count.safeParse(command)
  if (count.success) return [whole(count.data.aggregate, count.data.pipeline[0]?.$match ?? {})]
  const change = Change.safeParse(command)
  return change.success ? [whole(change.data.findAndModify, change.data.query)] : []
}

/** Records every reading command from now on, on a connection that monitors commands. */
export const askedCommands = (connection: Connection): Asked[] => {
  const asked: Asked[] = []
  connection.getClient().on('commandStarted', ({ command }) => asked.push(...askedBy(command)))
  return asked
}
