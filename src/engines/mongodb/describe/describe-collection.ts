import { setImmediate as breather } from 'node:timers/promises'
import type { Collection, Db } from 'mongodb'
import { z } from 'zod'
import type { Column, Table } from '../../../guard/schema.ts'
import { plainIndexes } from '../../shared/describe/catalog-rows.ts'
import { isTimeout, serverCode } from '../run/explain-error.ts'
import { columnsOf, type PathColumn } from './columns-of.ts'
import { collapseDynamic } from './dynamic-keys.ts'
import { PathNode } from './path-node.ts'
import { PathTally } from './path-tally.ts'
import { readValidator, type ValidatedPath } from './read-validator.ts'
import type { ReferenceNames } from './reference-names.ts'
import { type SampleLimits, sampled } from './sample.ts'

export interface ListedCollection {
  readonly name: string
  readonly kind: 'collection' | 'view'
  readonly validator: unknown
}

/** A collection as it was found; what its fields refer to is not known yet. */
export interface FoundCollection {
  readonly table: Omit<Table, 'columns' | 'foreignKeys'>
  readonly columns: readonly PathColumn[]
}

const UNAUTHORIZED = 13

/** How long documents are read before others have their turn. */
const TURN_MS = 10

/**
 * Describes one collection by samples of its documents.
 *
 * @returns undefined where the user may not read it, or its view does not work
 * @throws what the network says; BadDocument
 */
export const describeCollection = async (
  database: Db,
  { name, kind, validator }: ListedCollection,
  references: ReferenceNames,
  limits: SampleLimits,
): Promise<FoundCollection | undefined> => {
  const collection = database.collection(name)
  const tally = await tallied(collection, kind, references, limits)
  if (tally === undefined) return undefined
  collapseDynamic(tally.root)
  const columns = columnsOf(tally.root, tally.documents)
  const { paths, ...about } = readValidator(validator)
  const arrays = new Set(paths.filter(({ isArray }) => isArray).map(({ path }) => path))
  const declared = paths.map((path) => declaredColumn(path, arrays))
  const named = withDeclared(columns.length === 0 ? [ID] : columns, declared)
  if (kind === 'view') return { table: { name, primaryKey: ['_id'], view: true }, columns: named }
  const inTime = () => ({ maxTimeMS: Math.max(1, Math.ceil(limits.leftMs())) })
  const rowCount = await collection.estimatedDocumentCount(inTime())
  const indexes = await collection.listIndexes(inTime()).toArray().catch(unlessLost)
  const table = { name, ...about, primaryKey: ['_id'], indexes: indexesOf(indexes), rowCount }
  return { table: declared.length === 0 ? table : { ...table, declared }, columns: named }
}

/** Counts a sample; a second time where the server went wrong in between. */
const tallied = async (
  collection: Collection,
  kind: ListedCollection['kind'],
  references: ReferenceNames,
  limits: SampleLimits,
  attempts = 2,
): Promise<PathTally | undefined> => {
  const tally = new PathTally((field, parent) => references.collection(field, parent) !== undefined)
  try {
    let since = performance.now()
    for await (const document of sampled(collection, kind, limits)) {
      tally.add(document)
      if (performance.now() - since < TURN_MS) continue
      await breather()
      since = performance.now()
    }
    return tally
  } catch (error) {
    const code = serverCode(error)
    if (code === undefined) throw error
    // Where the time of a sample is up, what came until then is what is known.
    if (isTimeout(code)) return tally
    if (code === UNAUTHORIZED || kind === 'view') return undefined
    if (attempts > 1) return await tallied(collection, kind, references, limits, attempts - 1)
    throw error
  }
}

/** Every document has one; of an empty collection nothing else is known. */
const ID: PathColumn = { name: '_id', type: 'objectId', nullable: false, node: new PathNode() }

const declaredColumn = ({ path, types, comment }: ValidatedPath, arrays: ReadonlySet<string>): Column => {
  const within = [...prefixes(path)].filter((prefix) => arrays.has(prefix))
  return {
    name: path,
    type: types.join(' | '),
    nullable: true,
    ...(within.length === 0 ? {} : { arrays: within }),
    ...(comment === undefined ? {} : { comment }),
  }
}

/** The paths of a sample with what a validator says of them, and then those that only the validator knows. */
const withDeclared = (found: readonly PathColumn[], declared: readonly Column[]): readonly PathColumn[] => {
  const comments = new Map(declared.map(({ name, comment }) => [name, comment === undefined ? {} : { comment }]))
  const known = new Set(found.map(({ name }) => name))
  const more = declared.filter(({ name }) => !known.has(name))
  return [
    ...found.map((column) => ({ ...column, ...comments.get(column.name) })),
    ...more.map((column) => ({ ...column, presence: 0, node: new PathNode() })),
  ]
}

function* prefixes(path: string): Generator<string> {
  const parts = path.split('.')
  for (const index of parts.keys()) yield parts.slice(0, index + 1).join('.')
}

/** A user may be allowed to read documents and not to list indexes. */
const unlessLost = (error: unknown): readonly never[] => {
  if (serverCode(error) === undefined) throw error
  return []
}

const Index = z.object({
  key: z.record(z.string(), z.unknown()),
  hidden: z.unknown().optional(),
  partialFilterExpression: z.unknown().optional(),
})

/**
 * The paths of indexes, in order, as far as they are sorted; of those that hold every document only.
 *
 * @param listed as the server lists them
 */
const indexesOf = (listed: readonly unknown[]): readonly (readonly string[])[] =>
  plainIndexes(
    // Servers list them in no order.
    listed.flatMap((index) => {
      const { success, data } = Index.safeParse(index)
      if (!success || data.hidden === true || data.partialFilterExpression !== undefined) return []
      return [Object.entries(data.key).map(([path, direction]) => (isSorted(direction) && isPath(path) ? path : null))]
    }),
  ).toSorted((one, other) => (one.join() < other.join() ? -1 : 1))

const isSorted = (direction: unknown): boolean => {
  const number = Number(direction)
  return Number.isFinite(number) && number !== 0
}

/** Wildcard indexes name all paths at once. */
const isPath = (path: string): boolean => !path.includes('$')
