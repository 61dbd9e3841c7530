import type { Column, ForeignKey, Schema } from '../../../domain/guard/schema.ts'
import { plainIndexes } from '../../plain-indexes.ts'
import type { Session } from '../connect/session.ts'
import { COLUMNS, GENERATED, INDEXES, KEYS, TABLES, TYPES } from './catalog-queries.ts'
import { countRows } from './count-rows.ts'
import { ownTypes } from './own-types.ts'
import { readTexts, type Texts } from './read-texts.ts'

/**
 * Tables, columns, their types, keys and indexes that the role of a session may read, in a few queries however many there are.
 *
 * @param leftMs how long it may still take
 * @throws as `Session.read`
 */
export const describeDatabase = async (session: Session, leftMs: () => number): Promise<Described> => {
  const tables = (await readTexts(session, TABLES)).map(([oid, schema, name, estimate]) => ({
    ...{ oid: oid ?? '', schema: schema ?? '', name: name ?? '', estimate: Number(estimate) },
  }))
  const oids = `{${tables.map(({ oid }) => oid).join()}}`
  const columns = byTable(await readTexts(session, COLUMNS, [oids]))
  const generated = byTable(await readTexts(session, GENERATED, [oids]))
  const keys = byTable(await readTexts(session, KEYS, [oids]))
  const indexes = byTable(await readTexts(session, INDEXES, [oids]))
  const types = ownTypes(await readTexts(session, TYPES, [oids]))
  const counts = await countRows(session, tables, leftMs)
  const described = tables.map(({ oid, schema, name }) => {
    const parts = (keys.get(oid) ?? []).map(keyPart)
    const rowCount = counts.get(oid)
    return {
      ...{ schema, name },
      columns: (columns.get(oid) ?? []).map(([, column, type, required]) => ({
        ...{ name: column ?? '', type: type ?? '', nullable: required !== 'true' },
        ...generationOf((generated.get(oid) ?? []).filter(([, name]) => name === column)),
      })),
      primaryKey: parts.filter(({ kind }) => kind === 'p').map(({ column }) => column),
      foreignKeys: foreignKeys(parts.filter(({ kind }) => kind === 'f')),
      indexes: indexesOf(indexes.get(oid) ?? []),
      ...(rowCount === undefined ? {} : { rowCount }),
    }
  })
  return { tables: described, ...(types.length === 0 ? {} : { types }) }
}

type Described = Pick<Schema, 'tables' | 'types'>

/** @param sources of one column, a row each; no row where it is an ordinary column */
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
  ...{ key: key ?? '', kind: kind ?? '', column: column ?? '' },
  ...{ refTable: `${refSchema}.${refTable}`, refColumn: refColumn ?? '' },
})

const foreignKeys = (parts: readonly KeyPart[]): readonly ForeignKey[] =>
  [...Map.groupBy(parts, ({ key }) => key).values()].map((group) => ({
    columns: group.map(({ column }) => column),
    refTable: group[0]?.refTable ?? '',
    refColumns: group.map(({ refColumn }) => refColumn),
  }))

const indexesOf = (parts: readonly Texts[]): readonly (readonly string[])[] => {
  const groups = [...Map.groupBy(parts, ([, index]) => index).values()]
  return plainIndexes(groups.map((group) => group.map(([, , column]) => column ?? null)))
}

const byTable = (rows: readonly Texts[]): ReadonlyMap<string, readonly Texts[]> =>
  Map.groupBy(rows, ([oid]) => oid ?? '')
