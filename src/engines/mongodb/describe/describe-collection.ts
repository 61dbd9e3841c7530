import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { Collection, Db } from 'mongodb'
import { z } from 'zod'
import type { Column, Table } from '../../../guard/schema.ts'
import { indexColumns } from '../../shared/describe/catalog-rows.ts'
import { isTimeout, serverCode } from '../run/explain-error.ts'
import { columnsOf, type PathColumn } from './columns-of.ts'
import { collapseDynamic } from './dynamic-keys.ts'
import { PathNode } from './path-node.ts'
import { PathTally } from './path-tally.ts'
import { readValidator, type ValidatedPath } from './read-validator.ts'
import type { ReferenceNames } from './reference-names.ts'
import { type SampleLimits, sampleDocuments } from './sample.ts'

export interface ListedCollection {
  readonly name: string
  readonly kind: 'collection' | 'view'
  readonly validator: unknown
}

/** A described collection, before its references are resolved. */
export interface FoundCollection {
  readonly table: Omit<Table, 'columns' | 'foreignKeys'>
  readonly columns: readonly PathColumn[]
}

const UNAUTHORIZED = 13

/** Processing time before yielding to other work, in ms. */
const YIELD_AFTER_MS = 10

/**
 * Describes a collection by sampling documents.
 *
 * @returns undefined if the user may not read it, or if its view is broken
 * @throws network errors; MalformedDocument
 */
export const describeCollection = async (
  database: Db,
  { name, kind, validator }: ListedCollection,
  references: ReferenceNames,
  limits: SampleLimits,
): Promise<FoundCollection | undefined> => {
  const collection = database.collection(name)
  const tally = await tallySample(collection, kind, references, limits)
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
  const indexes = await collection.listIndexes(inTime()).toArray().catch(emptyOnServerError)
  const table = { name, ...about, primaryKey: ['_id'], indexes: indexesOf(indexes), rowCount }
  return { table: declared.length === 0 ? table : { ...table, declared }, columns: named }
}

/** Tallies a sample; retries once after a server error. */
const tallySample = async (
  collection: Collection,
  kind: ListedCollection['kind'],
  references: ReferenceNames,
  limits: SampleLimits,
  attempts = 2,
): Promise<PathTally | undefined> => {
  const tally = new PathTally((field, parent) => references.collection(field, parent) !== undefined)
  try {
    let since = performance.now()
    for await (const document of sampleDocuments(collection, kind, limits)) {
      tally.add(document)
      if (performance.now() - since < YIELD_AFTER_MS) continue
      await yieldToLoop()
      since = performance.now()
    }
    return tally
  } catch (error) {
    const code = serverCode(error)
    if (code === undefined) throw error
    // On a timeout, the documents read so far are used.
    if (isTimeout(code)) return tally
    if (code === UNAUTHORIZED || kind === 'view') return undefined
    if (attempts > 1) return await tallySample(collection, kind, references, limits, attempts - 1)
    throw error
  }
}

/** Every document has `_id`; an empty collection has no other known path. */
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

/** Sampled paths with the validator's comments, then paths that only the validator declares. */
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

/** A user may have the right to read documents but not to list indexes. */
const emptyOnServerError = (error: unknown): readonly never[] => {
  if (serverCode(error) === undefined) throw error
  return []
}

const Index = z.object({
  key: z.record(z.string(), z.unknown()),
  hidden: z.unknown().optional(),
  partialFilterExpression: z.unknown().optional(),
})

/**
 * Paths of the non-partial indexes, in order, up to the first part that is not sorted.
 *
 * @param listed as the server lists them
 */
const indexesOf = (listed: readonly unknown[]): readonly (readonly string[])[] =>
  indexColumns(
    // Sorted, because the server's order is undefined.
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

/** Wildcard indexes have no single path. */
const isPath = (path: string): boolean => !path.includes('$')
