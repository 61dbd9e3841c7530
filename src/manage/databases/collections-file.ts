import { z } from 'zod'
import { sanitizeComment } from '../../guard/comment.ts'
import type { Column, Schema, Table } from '../../guard/schema.ts'

const name = z.string().min(1).max(255)
const path = z.string().min(1).max(1_000)

/** The comment of a table, column or path, sanitized. */
export const WrittenComment = z.string().transform(sanitizeComment)

const Field = z.strictObject({
  path,
  types: z.array(z.string()).readonly().default([]),
  nullable: z.boolean().default(true),
  /** Whether the path holds arrays, or the list of its parents that do. */
  arrays: z.union([z.boolean(), z.array(path).readonly()]).default(false),
  presence: z.number().min(0).max(1).exactOptional(),
  comment: WrittenComment.exactOptional(),
})

const Key = z.strictObject({
  columns: z.array(path).readonly(),
  refTable: name,
  refColumns: z.array(path).readonly(),
  inferred: z.literal(true).exactOptional(),
})

const Collection = z
  .strictObject({
    name,
    fields: z.array(Field).readonly(),
    foreignKeys: z.array(Key).readonly().default([]),
    indexes: z.array(z.array(path).readonly()).readonly().exactOptional(),
    comment: WrittenComment.exactOptional(),
    view: z.literal(true).exactOptional(),
    rowCount: z.number().int().nonnegative().exactOptional(),
  })
  .transform(
    ({ name, fields, foreignKeys, ...more }): Table => ({
      name,
      columns: columnsOf(fields),
      primaryKey: ['_id'],
      foreignKeys: foreignKeys.map(withoutMarks),
      ...more,
    }),
  )

/**
 * The schema file of a document database: `{ "engine", "collections": [ { "name", "fields": [ { "path", "types" } ] } ]
 * }`. A path within an array is written `items[].product_id` or `items.product_id`; a path whose types include `array`
 * holds arrays. Parents and `_id` may be omitted.
 */
export const CollectionsFile = z
  .strictObject({ engine: name, collections: z.array(Collection).readonly() })
  .transform(({ engine, collections }): Schema => ({ engine, tables: collections }))

/** Whether a schema is of a document database: its columns are paths. */
export const isOfCollections = ({ tables }: Schema): boolean =>
  tables.some(({ columns }) => columns.some(({ presence, arrays }) => presence !== undefined || arrays !== undefined))

/** The schema file of a document database. */
export const collectionsFile = ({ engine, tables }: Schema): z.input<typeof CollectionsFile> => ({
  engine,
  collections: tables.map(({ name, columns, foreignKeys, indexes, comment, view, rowCount }) => ({
    name,
    fields: columns.map(({ name, type, nullable, arrays, presence, comment }) => ({
      path: name,
      types: type === '' ? [] : type.split(' | '),
      nullable,
      ...(arrays === undefined ? {} : { arrays }),
      ...(presence === undefined ? {} : { presence }),
      ...(comment === undefined ? {} : { comment }),
    })),
    ...(foreignKeys.length === 0 ? {} : { foreignKeys }),
    ...(indexes === undefined ? {} : { indexes }),
    ...(comment === undefined ? {} : { comment }),
    ...(view === undefined ? {} : { view }),
    ...(rowCount === undefined ? {} : { rowCount }),
  })),
})

type FieldOfFile = z.output<typeof Field>

const withoutMarks = (key: z.output<typeof Key>): z.output<typeof Key> => ({
  ...key,
  columns: key.columns.map(plainPath),
  refColumns: key.refColumns.map(plainPath),
})

const plainPath = (written: string): string => written.replaceAll('[]', '')

/** Columns in the order of the file, each parent before its children. */
const columnsOf = (fields: readonly FieldOfFile[]): readonly Column[] => {
  const arrays = new Set(fields.flatMap(arraysOf))
  const written = new Map(fields.map((field) => [plainPath(field.path), field]))
  const columns = new Map<string, Column>()
  for (const path of ['_id', ...written.keys()])
    for (const prefix of prefixes(path)) {
      const field = written.get(prefix)
      const within = prefixes(prefix).filter((one) => arrays.has(one))
      columns.set(prefix, {
        name: prefix,
        type: field === undefined ? impliedType(prefix) : field.types.filter((type) => type !== 'array').join(' | '),
        nullable: prefix !== '_id' && (field?.nullable ?? true),
        ...(within.length === 0 ? {} : { arrays: within }),
        ...(field?.presence === undefined ? {} : { presence: field.presence }),
        ...(field?.comment === undefined ? {} : { comment: field.comment }),
      })
    }
  return [...columns.values()]
}

/** The type of an omitted path: `_id`, or the parent of another path. */
const impliedType = (path: string): string => (path === '_id' ? 'objectId' : 'object')

/** The paths that a field marks as arrays. */
const arraysOf = ({ path, types, arrays }: FieldOfFile): readonly string[] => {
  const marked = path.split('[]').slice(0, -1)
  const prefixesMarked = marked.map((_, index) => marked.slice(0, index + 1).join(''))
  const own = arrays === true || types.includes('array') ? [plainPath(path)] : []
  return [...prefixesMarked, ...own, ...(typeof arrays === 'boolean' ? [] : arrays.map(plainPath))]
}

const prefixes = (path: string): readonly string[] => {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** The schema file of a schema. */
export const schemaFileOf = (schema: Schema): unknown => (isOfCollections(schema) ? collectionsFile(schema) : schema)
