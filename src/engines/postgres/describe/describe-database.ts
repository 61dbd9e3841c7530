import { commentLength, commentProperty } from '../../../guard/comment.ts'
import {
  assertColumnCount,
  assertTableCount,
  type IncludePatterns,
  includedTables,
} from '../../../guard/included-tables.ts'
import {
  type Column,
  type ForeignKey,
  type OwnType,
  type Schema,
  type Table,
  tableName,
} from '../../../guard/schema.ts'
import { runInSlices, type Sliced } from '../../../platform/values/sliced.ts'
import { groupRows, indexColumns } from '../../shared/describe/catalog-rows.ts'
import type { Session } from '../connect/session.ts'
import { COLUMN_COUNT, COLUMNS, COMMENTS, GENERATED, INDEXES, KEYS, ROWS, TABLES, TYPES } from './catalog-queries.ts'
import { readTexts, type Texts } from './read-texts.ts'

/**
 * Tables, columns, types, keys and indexes that the session's role may read, in a constant number of queries. Reads no
 * table rows.
 *
 * @throws as `Session.read`, and Problem `database_too_large`
 */
export const describeDatabase = async (session: Session, include: IncludePatterns): Promise<Described> => {
  const all = (await readTexts(session, TABLES)).map(([oid, schema, name]) => ({
    oid: oid ?? '',
    schema: schema ?? '',
    name: name ?? '',
  }))
  const tables = await runInSlices(includedTables(all, tableName, include))
  assertTableCount(tables.length)
  const oids = `{${tables.map(({ oid }) => oid).join()}}`
  const [[columnCount] = []] = await readTexts(session, COLUMN_COUNT, [oids])
  assertColumnCount(Number(columnCount))
  const read = async (query: string, ...more: Texts) =>
    await runInSlices(groupRows(await readTexts(session, query, [oids, ...more]), ([oid]) => oid ?? ''))
  const [columns, generated] = [await read(COLUMNS), await read(GENERATED)]
  const comments = await read(COMMENTS, String(commentLength(Number(columnCount))))
  const [keys, indexes] = [await read(KEYS), await read(INDEXES)]
  const types = ownTypes(await readTexts(session, TYPES, [oids]))
  const rows = await read(ROWS)
  const found = tables.map((table) => ({
    ...table,
    rowCount: Number(rows.get(table.oid)?.[0]?.[1] ?? 0),
    columns: columns.get(table.oid) ?? [],
    generated: generated.get(table.oid) ?? [],
    comments: comments.get(table.oid) ?? [],
    keys: keys.get(table.oid) ?? [],
    indexes: indexes.get(table.oid) ?? [],
  }))
  return { tables: await runInSlices(tablesOf(found)), ...(types.length === 0 ? {} : { types }) }
}

interface FoundTable {
  readonly schema: string
  readonly name: string
  readonly rowCount: number
  readonly columns: readonly Texts[]
  readonly generated: readonly Texts[]
  readonly comments: readonly Texts[]
  readonly keys: readonly Texts[]
  readonly indexes: readonly Texts[]
}

function* tablesOf(found: readonly FoundTable[]): Sliced<readonly Table[]> {
  const tables: Table[] = []
  for (const { schema, name, rowCount, columns, generated, comments, keys, indexes } of found) {
    const parts = keys.map(keyPart)
    const sources = Map.groupBy(generated, ([, column]) => column)
    const texts = new Map(comments.map(([, column, text]) => [column, text]))
    tables.push({
      schema,
      name,
      rowCount,
      columns: columns.map(([, column, type, required]) => ({
        name: column ?? '',
        type: type ?? '',
        nullable: required !== 'true',
        ...generationOf(sources.get(column ?? null) ?? []),
        ...commentProperty(texts.get(column ?? null)),
      })),
      primaryKey: parts.filter(({ kind }) => kind === 'p').map(({ column }) => column),
      foreignKeys: foreignKeys(parts.filter(({ kind }) => kind === 'f')),
      indexes: indexesOf(indexes),
      ...commentProperty(texts.get(null)),
    })
    yield
  }
  return tables
}

type Described = Pick<Schema, 'tables' | 'types'>

/** @param sources of one column, one per row; empty for an ordinary column */
const generationOf = (sources: readonly Texts[]): Pick<Column, 'generatedFrom' | 'virtual'> => {
  if (sources.length === 0) return {}
  const generatedFrom = sources.flatMap(([, , , source]) => source ?? [])
  return { generatedFrom, ...(sources.some(([, , kind]) => kind === 'v') ? { virtual: true } : {}) }
}

interface KeyPart {
  readonly key: string
  readonly kind: string
  readonly column: string
  readonly refTable: string
  readonly refColumn: string
}

const keyPart = ([, key, kind, column, refSchema, refTable, refColumn]: Texts): KeyPart => ({
  key: key ?? '',
  kind: kind ?? '',
  column: column ?? '',
  refTable: `${refSchema}.${refTable}`,
  refColumn: refColumn ?? '',
})

const foreignKeys = (parts: readonly KeyPart[]): readonly ForeignKey[] =>
  [...Map.groupBy(parts, ({ key }) => key).values()].map((group) => ({
    columns: group.map(({ column }) => column),
    refTable: group[0]?.refTable ?? '',
    refColumns: group.map(({ refColumn }) => refColumn),
  }))

const indexesOf = (parts: readonly Texts[]): readonly (readonly string[])[] => {
  const groups = [...Map.groupBy(parts, ([, index]) => index).values()]
  return indexColumns(groups.map((group) => group.map(([, , column]) => column ?? null)))
}

/** @param rows of `TYPES`, in which those of one type are adjacent */
const ownTypes = (rows: readonly Texts[]): readonly OwnType[] =>
  [...Map.groupBy(rows, ([declared]) => declared ?? '')].map(([declared, group]): OwnType => {
    const [[, schema, name, kind, base] = []] = group
    const parts = group.flatMap(([, , , , , part]) => part ?? [])
    return {
      declared,
      schema: schema ?? '',
      name: name ?? '',
      ...(kind === 'e' ? { labels: parts } : {}),
      ...(kind === 'c' ? { fields: parts } : {}),
      ...(base == null ? {} : { base }),
    }
  })
