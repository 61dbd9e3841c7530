import pluralize from 'pluralize'
import { isTextType } from '../../../ask/rules/column-type.ts'
import type { ColumnGloss, Glossary, TableGloss } from '../../../ask/rules/glossary.ts'
import type { DatabaseView, VisibleTable } from '../../../ask/rules/knowledge.ts'
import { type Column, tableName } from '../../../guard/schema.ts'
import { nameWords, singularOf } from '../../../knowledge/words/index.ts'
import { runToEnd, type Sliced } from '../../../platform/values/sliced.ts'
import type { ColumnKind, ColumnRef, KnownColumn, KnownTable } from '../query/index.ts'
import { isPerson } from '../words/index.ts'
import { type Reference as Edge, SchemaGraph } from './schema-graph.ts'

export interface ColumnInfo extends KnownColumn {
  readonly table: string
  readonly name: string
  /** `lead time days`. */
  readonly words: readonly string[]
  /** With the enclosing documents, if any: `address city`. */
  readonly fullWords: readonly string[]
  readonly unit: string | null
  /** The table this column references. */
  readonly refTable: string | null
}

export interface TableInfo extends KnownTable {
  readonly columns: ReadonlyMap<string, ColumnInfo>
  /** The second label column, if a name has two columns. */
  readonly surname: string | null
  /** The column with the date of a row. */
  readonly time: string | null
  /** `support tickets`. */
  readonly plural: string
}

/** What the planner knows of one database, cached per view. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, TableInfo>
  readonly graph: SchemaGraph
  readonly view: DatabaseView
}

const NAMES = ['name', 'full_name', 'title', 'label', 'display_name', 'subject']
/** Columns that identify a row if no column is a name. */
const OTHER_NAMES = ['description', 'code', 'number', 'username', 'email']
/** Texts shared by many rows, or longer than a name. */
const NO_NAME =
  /city|town|country|state|status|type|kind|class|category|gender|sex|color|colour|role|level|region|district|reason|note|comment|address|phone|email|url|position|date|time|unit|currency|language|genre|day|month|text|body|password|year|method|mode|format|grade|result/
const HAPPENED =
  /(^|_)(order|creat|plac|purchas|sold|sale|register|happen|occur|enroll|admit|visit|start|date|issu|receiv|book|hir|join|open|launch|releas|post|paid|sent)/

/** Affixes of table names that describe storage: `dim_customer`, `cars_data`. */
const STORAGE_WORDS = new Set(['tbl', 'tb', 'dim', 'fact', 'vw'])
const KEPT_IN = new Set(['tbl', 'data', 'list', 'info', 'information', 'table', 'records'])

const tableNameWords = (name: string): readonly string[] => {
  const words = nameWords(name)
  const from = words.length > 1 && STORAGE_WORDS.has(words[0] ?? '') ? 1 : 0
  const to = words.length > from + 1 && KEPT_IN.has(words.at(-1) ?? '') ? -1 : words.length
  return words.slice(from, to)
}

/** The words of a table; for array elements, prefixed with those of the parent table: `order items`. */
const tableWords = (table: VisibleTable): readonly string[] => {
  if (table.within === undefined) return tableNameWords(table.name)
  const parentTable = nameWords(table.within.table)
  return [...parentTable.slice(0, -1), pluralize.singular(parentTable.at(-1) ?? ''), ...nameWords(table.within.path)]
}

/** The last segment of a path. */
const lastName = (column: string): string => column.slice(column.lastIndexOf('.') + 1)

/** `pets_allowed`, `available`: an integer column with such a name is a boolean. */
const isFlag = (type: string, words: readonly string[]): boolean =>
  /INT/.test(type) &&
  /^(allowed|enabled|disabled|available|active|required|included|refundable)$/.test(words.at(-1) ?? '')

const kindOf = (column: Column, isKey: boolean): ColumnKind => {
  const type = column.type.toUpperCase()
  const words = nameWords(column.name)
  const last = words.at(-1) ?? ''
  if (isKey) return 'key'
  if (/BOOL|^BIT$|TINYINT\(1\)/.test(type)) return 'boolean'
  if (/DATE|TIME/.test(type)) return 'date'
  if (/INT(?!ERVAL)|REAL|FLOA|DOUB|DEC|NUM|MONEY/.test(type) && !/POINT/.test(type))
    return /^(is|has)$/.test(words[0] ?? '') || isFlag(type, words) ? 'boolean' : 'number'
  if (words.length > 1 && ['on', 'at', 'date', 'until', 'time'].includes(last)) return 'date'
  return last === 'date' ? 'date' : 'text'
}

interface Reference {
  readonly column: string
  readonly refTable: string
  readonly refColumn: string
}

/** Tables by name, and by the singular words of their names. */
interface TableNames {
  readonly byName: ReadonlyMap<string, VisibleTable>
  readonly byWords: ReadonlyMap<string, VisibleTable>
}

const singularWords = (words: readonly string[]): string => words.map(singularOf).join(' ')

const namesOf = (tables: readonly VisibleTable[]): TableNames => {
  const byName = new Map<string, VisibleTable>()
  const byWords = new Map<string, VisibleTable>()
  for (const table of tables) {
    if (!byName.has(table.name)) byName.set(table.name, table)
    const words = singularWords(tableWords(table))
    if (!byWords.has(words)) byWords.set(words, table)
  }
  for (const table of tables) byName.set(tableName(table), table)
  return { byName, byWords }
}

/** The key of a table without a declared one: `state.state_name` for `city.state_name`. */
const undeclaredKey = ({ columns }: VisibleTable, called: string): string | undefined =>
  columns.find(({ name }) => nameWords(name).join() === nameWords(called).join())?.name ??
  columns.find(({ name }) => /^id$/i.test(name))?.name

const CALLED_BY = new Set(['code', 'name', 'number', 'no', 'nr', 'key'])

/** Foreign keys: declared ones, then `thing_id` columns that match a table `thing` or `things`; without duplicates. */
const referencesOf = (table: VisibleTable, { byName, byWords }: TableNames): Reference[] => {
  const declared = table.foreignKeys.flatMap((key): Reference[] => {
    const target = byName.get(key.refTable)
    const [column, refColumn] = [key.columns[0], key.refColumns[0] ?? target?.primaryKey[0]]
    return target === undefined || column === undefined || refColumn === undefined || key.columns.length > 1
      ? []
      : [{ column, refTable: tableName(target), refColumn }]
  })
  const inferred = table.columns.flatMap((column): Reference[] => {
    if (declared.some((known) => known.column === column.name)) return []
    const words = nameWords(column.name)
    const isId = words.length > 1 && words.at(-1) === 'id'
    const isCalled = words.length > 1 && CALLED_BY.has(words.at(-1) ?? '')
    const target = byWords.get(singularWords(isId || isCalled ? words.slice(0, -1) : words))
    const refColumn = target === undefined ? undefined : (target.primaryKey[0] ?? undeclaredKey(target, column.name))
    if (isCalled && (refColumn === undefined || nameWords(refColumn).join() !== words.join())) return []
    if (target === undefined || refColumn === undefined || target === table || target.primaryKey.length > 1) return []
    // `flights.airline` references the airline's key if both are numbers; otherwise it is a name.
    const [isNumber, isNumberThere] = [column, target.columns.find(({ name }) => name === refColumn)].map((one) =>
      /INT/i.test(one?.type ?? ''),
    )
    const isKey = isId || (isCalled ? isNumber === isNumberThere : isNumber && isNumberThere)
    return isKey ? [{ column: column.name, refTable: tableName(target), refColumn }] : []
  })
  const known = new Map([...declared, ...inferred].map((one) => [JSON.stringify(one), one]))
  return [...known.values()]
}

/** The column that a glossary names, with its table or without. */
const glossedName = (columns: readonly ColumnInfo[], glossed: string | undefined): string | undefined =>
  glossed === undefined
    ? undefined
    : (columns.find(({ name }) => name === glossed) ?? columns.find(({ name }) => name === lastName(glossed)))?.name

const labelOf = (table: VisibleTable, columns: readonly ColumnInfo[], glossed: string | undefined): string => {
  const given = glossedName(columns, glossed)
  if (given !== undefined) return given
  const nameOf = (column: ColumnInfo): string => lastName(column.name).toLowerCase()
  const called = (names: readonly string[]): string | undefined => {
    const found = names.find((name) => columns.some((column) => column.kind !== 'key' && nameOf(column) === name))
    return columns.find((column) => nameOf(column) === found)?.name
  }
  const texts = columns.filter(({ kind }) => kind === 'text')
  const first = texts.find(({ words }) => words.join(' ') === 'first name' || words.join(' ') === 'given name')
  // `airlines.airline` is the name of an airline, as `airport_name` is that of an airport.
  const itself = texts.find(({ words }) => singularWords(words) === singularWords(tableWords(table)))
  const suffixed = texts.find(({ words }) => /^(name|title)$/.test(words.at(-1) ?? ''))
  const found = called(NAMES) ?? first?.name ?? itself?.name ?? suffixed?.name ?? called(OTHER_NAMES)
  // `aircraft.registration`: a text among the first columns.
  const begins = columns.slice(0, 3).find(({ kind, name }) => kind === 'text' && !NO_NAME.test(name.toLowerCase()))
  return found ?? begins?.name ?? table.primaryKey[0] ?? columns[0]?.name ?? ''
}

/** The second column of a name. */
const surnameOf = (columns: readonly ColumnInfo[], label: string, glossed: string | undefined): string | null => {
  const given = glossedName(columns, glossed)
  if (given !== undefined) return given
  const isFirst = columns.some(({ name, words }) => name === label && /^(first|given) name$/.test(words.join(' ')))
  const last = columns.find(({ words }) => /^(last name|family name|surname)$/.test(words.join(' ')))
  return isFirst ? (last?.name ?? null) : null
}

const happened = ({ name }: ColumnInfo): boolean => HAPPENED.test(lastName(name))

const timeOf = (columns: readonly ColumnInfo[], glossed: string | undefined): string | null => {
  const given = glossedName(columns, glossed)
  if (given !== undefined) return given
  const dates = columns.filter((column) => column.kind === 'date' && !/birth/i.test(column.name))
  const certain = dates.filter((column) => !column.nullable)
  return (certain.find(happened) ?? certain[0] ?? dates.find(happened) ?? dates[0])?.name ?? null
}

/** Glossary entries by table and column. */
interface Glosses {
  readonly tables: ReadonlyMap<string, TableGloss>
  readonly columns: ReadonlyMap<string, ColumnGloss>
}

const columnKey = (table: string, column: string): string => JSON.stringify([table, column])

const glossesOf = ({ tables, columns }: Glossary): Glosses => ({
  // The first entry for a table wins.
  tables: new Map([...tables].reverse().map((gloss) => [gloss.table, gloss])),
  columns: new Map([...columns].reverse().map((gloss) => [columnKey(gloss.table, gloss.column), gloss])),
})

const tableInfo = (table: VisibleTable, references: readonly Reference[], glosses: Glosses): TableInfo => {
  const name = tableName(table)
  const gloss = glosses.tables.get(name)
  const lastNames = table.columns.map((column) => lastName(column.name))
  const known = new Set<string>()
  const shared = new Set(lastNames.filter((last) => known.has(last) || known.add(last).size < 0))
  const columns = table.columns.map((column): ColumnInfo => {
    const reference = references.find((known) => known.column === column.name)
    const isKey =
      reference !== undefined || table.primaryKey.includes(column.name) || /(^|[_.])(id|uuid)$/i.test(column.name)
    const unit = glosses.columns.get(columnKey(name, column.name))?.unit
    // A key that the owner shows to people has a name.
    const isName = !/(^|[_.])(id|uuid)$/i.test(column.name) || lastName(gloss?.label ?? '') === column.name
    const textKey = isTextType(column.type) && isName
    return {
      table: name,
      name: column.name,
      kind: kindOf(column, isKey && !textKey),
      type: column.type,
      nullable: column.nullable,
      ...namesOfColumn(column, shared),
      unit: unit ?? null,
      refTable: reference?.refTable ?? null,
    }
  })
  const words = tableWords(table)
  const label = labelOf(table, columns, gloss?.label)
  const last = words.at(-1) ?? ''
  const lead = words.slice(0, -1)
  return {
    name,
    path: table,
    within: table.within ?? null,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: table.primaryKey,
    label,
    surname: surnameOf(columns, label, gloss?.surname),
    time: timeOf(columns, gloss?.time),
    words,
    singular: [...lead, pluralize.singular(last)].join(' '),
    plural: [...lead, pluralize.plural(last)].join(' '),
    isPerson: isPerson(name),
  }
}

/**
 * A column's words and display name: a path is named by its last segment, unless another path of its table has the same
 * one.
 *
 * @param shared last segments of several columns
 */
const namesOfColumn = ({ name }: Column, shared: ReadonlySet<string>) => {
  const words = nameWords(name)
  const last = lastName(name)
  if (!name.includes('.')) return { words, fullWords: words, shownAs: name === '_id' ? 'id' : last }
  const fullWords = name.split('.').flatMap(nameWords)
  if (shared.has(last)) return { words: fullWords, fullWords, shownAs: name.replaceAll('.', '_') }
  return { words, fullWords, shownAs: last }
}

const catalogs = new WeakMap<DatabaseView, Catalog>()

/** The catalog of a database: tables with their roles, and the graph of foreign keys. */
export const catalogOf = (view: DatabaseView): Catalog => catalogs.get(view) ?? runToEnd(makeCatalog(view))

/** Builds a missing catalog in slices, so that later uses do not block the event loop. */
export function* makeCatalog(view: DatabaseView): Sliced<Catalog> {
  const known = catalogs.get(view)
  if (known !== undefined) return known
  const names = namesOf(view.schema.tables)
  const glosses = glossesOf(view.glossary)
  const tables = new Map<string, TableInfo>()
  const edges: Edge[] = []
  for (const table of view.schema.tables) {
    const from = tableName(table)
    const references = referencesOf(table, names)
    for (const { column, refTable, refColumn } of references) edges.push({ from, column, to: refTable, refColumn })
    tables.set(from, tableInfo(table, references, glosses))
    yield
  }
  const catalog: Catalog = { tables, graph: new SchemaGraph(edges, tables.size), view }
  catalogs.set(view, catalog)
  return catalog
}

export const columnOf = (catalog: Catalog, ref: ColumnRef): ColumnInfo | undefined =>
  catalog.tables.get(ref.table)?.columns.get(ref.column)

/** The words of a column, as in speech: `lead time days`. */
export const columnWords = (catalog: Catalog, ref: ColumnRef): string =>
  (columnOf(catalog, ref)?.words ?? [ref.column]).join(' ')
