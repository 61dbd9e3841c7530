import pluralize from 'pluralize'
import type { Glossary } from '../../domain/ask/glossary.ts'
import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { type Column, type Table, tableName } from '../../domain/guard/schema.ts'
import { SchemaGraph } from './schema-graph.ts'
import { normalWords } from './tokenise.ts'

/** A column of a table, both by name. */
export type ColumnRef = { table: string; column: string }

export type ColumnKind = 'key' | 'date' | 'number' | 'boolean' | 'text'

export interface ColumnInfo {
  readonly table: string
  readonly name: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  /** `lead time days`. */
  readonly words: readonly string[]
  readonly unit: string | null
  /** The table this column points to. */
  readonly refTable: string | null
}

export interface TableInfo {
  readonly name: string
  readonly columns: ReadonlyMap<string, ColumnInfo>
  readonly primaryKey: readonly string[]
  /** The column that names a row to a person. */
  readonly label: string
  /** The column that dates a row. */
  readonly time: string | null
  readonly words: readonly string[]
  /** `support ticket`. */
  readonly singular: string
  /** `support tickets`. */
  readonly plural: string
  readonly rowCount: number
}

/** What the planner knows about one database, prepared once per `Knowledge`. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, TableInfo>
  readonly graph: SchemaGraph
  readonly knowledge: Knowledge
}

const LABELS = ['name', 'full_name', 'title', 'label', 'display_name', 'subject', 'code', 'number', 'username', 'email']
const HAPPENED =
  /(^|_)(order|creat|plac|purchas|sold|sale|register|happen|occur|enroll|admit|visit|start|date|issu|receiv|book|hir|join|open|launch|releas|post|paid|sent)/

/** `leadTimeDays` and `lead_time_days` → `lead`, `time`, `days`. */
export const nameWords = (name: string): string[] =>
  normalWords(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^.*\./, ''))

const kindOf = (column: Column, isKey: boolean): ColumnKind => {
  const type = column.type.toUpperCase()
  const words = nameWords(column.name)
  const last = words.at(-1) ?? ''
  if (isKey) return 'key'
  if (/BOOL|^BIT$|TINYINT\(1\)/.test(type)) return 'boolean'
  if (/DATE|TIME/.test(type)) return 'date'
  if (/INT|REAL|FLOA|DOUB|DEC|NUM|MONEY/.test(type)) return /^(is|has)$/.test(words[0] ?? '') ? 'boolean' : 'number'
  if (words.length > 1 && ['on', 'at', 'date', 'until', 'time'].includes(last)) return 'date'
  return last === 'date' ? 'date' : 'text'
}

interface Reference {
  readonly column: string
  readonly refTable: string
  readonly refColumn: string
}

/** Declared keys first, then `thing_id` columns that fit a table called `thing` or `things`. */
const referencesOf = (table: Table, tables: readonly Table[]): Reference[] => {
  const declared = table.foreignKeys.flatMap((key): Reference[] => {
    const target = tables.find((other) => tableName(other) === key.refTable || other.name === key.refTable)
    const [column, refColumn] = [key.columns[0], key.refColumns[0] ?? target?.primaryKey[0]]
    return target === undefined || column === undefined || refColumn === undefined || key.columns.length > 1
      ? []
      : [{ column, refTable: tableName(target), refColumn }]
  })
  const inferred = table.columns.flatMap((column): Reference[] => {
    if (declared.some((known) => known.column === column.name)) return []
    const words = nameWords(column.name)
    if (words.length < 2 || words.at(-1) !== 'id') return []
    const owner = words
      .slice(0, -1)
      .map((word) => pluralize.singular(word))
      .join(' ')
    const target = tables.find(
      (other) =>
        nameWords(other.name)
          .map((word) => pluralize.singular(word))
          .join(' ') === owner,
    )
    const refColumn = target?.primaryKey[0]
    return target === undefined || refColumn === undefined || target === table || target.primaryKey.length > 1
      ? []
      : [{ column: column.name, refTable: tableName(target), refColumn }]
  })
  return [...declared, ...inferred]
}

const bare = (column: string | undefined): string | undefined => column?.replace(/^.*\./, '')

const labelOf = (table: Table, columns: readonly ColumnInfo[], glossed: string | undefined): string => {
  const has = (name: string | undefined) => columns.some((column) => column.name === name)
  if (glossed !== undefined && has(glossed)) return glossed
  const named = LABELS.find((label) =>
    columns.some((column) => column.name.toLowerCase() === label && column.kind !== 'key'),
  )
  const suffixed = columns.find((column) => column.kind === 'text' && /(^|_)(name|title)$/i.test(column.name))
  const found = columns.find((column) => column.name.toLowerCase() === named)?.name ?? suffixed?.name
  return found ?? table.primaryKey[0] ?? columns[0]?.name ?? ''
}

const timeOf = (columns: readonly ColumnInfo[], glossed: string | undefined): string | null => {
  if (glossed !== undefined && columns.some((column) => column.name === glossed)) return glossed
  const dates = columns.filter((column) => column.kind === 'date' && !/birth/i.test(column.name))
  const certain = dates.filter((column) => !column.nullable)
  return (
    (certain.find((c) => HAPPENED.test(c.name)) ?? certain[0] ?? dates.find((c) => HAPPENED.test(c.name)) ?? dates[0])
      ?.name ?? null
  )
}

const tableInfo = (table: Table, references: readonly Reference[], glossary: Glossary): TableInfo => {
  const name = tableName(table)
  const gloss = glossary.tables.find((entry) => entry.table === name)
  const columns = table.columns.map((column): ColumnInfo => {
    const reference = references.find((known) => known.column === column.name)
    const isKey =
      reference !== undefined || table.primaryKey.includes(column.name) || /(^|_)(id|uuid)$/i.test(column.name)
    const unit = glossary.columns.find((entry) => entry.table === name && entry.column === column.name)?.unit
    const textKey = /CHAR|TEXT|CLOB/i.test(column.type) && !/(^|_)(id|uuid)$/i.test(column.name)
    return {
      table: name,
      name: column.name,
      kind: kindOf(column, isKey && !textKey),
      nullable: column.nullable,
      words: nameWords(column.name),
      unit: unit ?? null,
      refTable: reference?.refTable ?? null,
    }
  })
  const words = nameWords(table.name)
  const last = words.at(-1) ?? ''
  const lead = words.slice(0, -1)
  return {
    name,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: table.primaryKey,
    label: labelOf(table, columns, bare(gloss?.label)),
    time: timeOf(columns, bare(gloss?.time)),
    words,
    singular: [...lead, pluralize.singular(last)].join(' '),
    plural: [...lead, pluralize.plural(last)].join(' '),
    rowCount: table.rowCount ?? 0,
  }
}

const catalogs = new WeakMap<Knowledge, Catalog>()

/** The catalog of a database: tables with their roles, and the graph of their keys. */
export const catalogOf = (knowledge: Knowledge): Catalog => {
  const known = catalogs.get(knowledge)
  if (known !== undefined) return known
  const { tables } = knowledge.schema
  const references = new Map(tables.map((table) => [tableName(table), referencesOf(table, tables)]))
  const edges = [...references].flatMap(([from, list]) =>
    list.map(({ column, refTable, refColumn }) => ({ from, column, to: refTable, refColumn })),
  )
  const catalog: Catalog = {
    tables: new Map(
      tables.map((table) => [
        tableName(table),
        tableInfo(table, references.get(tableName(table)) ?? [], knowledge.glossary),
      ]),
    ),
    graph: new SchemaGraph(edges, tables.length),
    knowledge,
  }
  catalogs.set(knowledge, catalog)
  return catalog
}

export const columnOf = (catalog: Catalog, ref: ColumnRef): ColumnInfo | undefined =>
  catalog.tables.get(ref.table)?.columns.get(ref.column)

/** `lead time days` for a column, as people would say it. */
export const columnWords = (catalog: Catalog, ref: ColumnRef): string =>
  (columnOf(catalog, ref)?.words ?? [ref.column]).join(' ')
