import { columnsOfProduct } from '../../../ask/rules/formula.ts'
import type { DatabaseView } from '../../../ask/rules/knowledge.ts'
import { normalWords, singularOf } from '../../../knowledge/words/index.ts'
import { runToEnd, type Sliced } from '../../../platform/values/sliced.ts'
import type { Condition } from '../query/index.ts'
import { type Catalog, type ColumnInfo, makeCatalog, type TableInfo } from './catalog.ts'
import { Lexicon, type Link } from './lexicon-phrases.ts'
import { glossaryMeasures } from './measures.ts'

/** Final words of a column's name that only give its unit or type. */
const UNIT_WORDS = new Set([
  'days',
  'day',
  'minutes',
  'hours',
  'seconds',
  'weeks',
  'months',
  'years',
  'eur',
  'usd',
  'kg',
  'km',
  'cm',
  'pct',
  'percent',
  'amount',
  'count',
  'number',
  'no',
  'qty',
  'value',
  'cents',
  'ms',
])
const DATE_WORDS = new Set(['on', 'at', 'date', 'time', 'until', 'from'])
/** Verbs of an agent noun: a supplier supplies, a teacher teaches. */
const verbsOf = (noun: string): string[] => {
  if (noun.endsWith('ier')) return [`${noun.slice(0, -3)}y`]
  return noun.length > 4 && /(er|or)$/.test(noun) ? [noun.slice(0, -2), `${noun.slice(0, -2)}e`] : []
}

const KEYED = 0.97

const addTable = (lexicon: Lexicon, table: TableInfo): void => {
  const link = (weight: number): Link => ({ kind: 'table', table: table.name, weight })
  lexicon.add(table.words, link(1), true)
  for (const verb of verbsOf(table.singular)) lexicon.add([verb], link(0.7), true)
  if (table.words.length > 1) {
    lexicon.add(table.words.slice(-1), link(0.75), true)
    lexicon.add([table.words.join('')], link(0.95), true)
  }
  // `MachineUnit.MachineID`: the name of the key names the row.
  const [key, more] = table.primaryKey
  const keyed = key === undefined || more !== undefined ? [] : (table.columns.get(key)?.words ?? [])
  if (keyed.length > 1 && /^(id|no|nr|code|key|number)$/.test(keyed.at(-1) ?? ''))
    lexicon.add(keyed.slice(0, -1), link(KEYED), true)
}

/** Foreign keys are not spoken of as columns. */
const isOwned = ({ kind, refTable }: ColumnInfo): boolean => kind !== 'key' || refTable === null

const addColumn = (lexicon: Lexicon, table: TableInfo, column: ColumnInfo): void => {
  const { words, fullWords } = column
  if (fullWords.length > words.length) lexicon.addColumn(fullWords, column, 1)
  if (!isOwned(column)) {
    lexicon.addColumn(words, column, 0.9)
    return
  }
  lexicon.addColumn(words, column, 1)
  // "Owned by" refers to `owner_name`.
  if (column.kind !== 'number') for (const verb of verbsOf(words[0] ?? '')) lexicon.addColumn([verb], column, 0.6)
  if (words.length < 2) return
  lexicon.addColumn([words.join('')], column, 0.95)
  const last = words.at(-1) ?? ''
  const rest = words.slice(0, -1)
  if (column.kind === 'date' && DATE_WORDS.has(last)) {
    // `invoices.invoice_date` must not make "invoice" a date.
    if (rest.map(singularOf).join(' ') !== table.singular) lexicon.addColumn(rest, column, 0.9)
    lexicon.addColumn([...rest, 'date'], column, 1)
    lexicon.addColumn([...rest, 'time'], column, 0.9)
  } else if (UNIT_WORDS.has(last)) {
    lexicon.addColumn(rest, column, 0.85)
    if (['days', 'minutes', 'hours', 'seconds', 'weeks'].includes(last))
      lexicon.addColumn([...rest, 'time'], column, 0.9)
  } else if (column.kind === 'boolean' && ['is', 'has'].includes(words[0] ?? ''))
    lexicon.addColumn(words.slice(1), column, 1)
  else {
    lexicon.addColumn([last], column, 0.65)
    if (words.length > 2) lexicon.addColumn(words.slice(-2), column, 0.75)
    if (column.kind !== 'number') lexicon.addColumn(rest, column, 0.55)
  }
}

/** General words for what many domains record. */
const GENERIC: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^(order|purchase|sale|transaction|booking)s?$/, 'purchase|bought|buy|ordered|purchased'],
  [/^(customer|client|patient|guest|member)s?$/, 'client|customer'],
  [/^(employee|staff|worker)s?$/, 'employee|staff|staff member|worker|colleague'],
  [/^(product|item|article)s?$/, 'product|article'],
  [/^(physician|doctor)s?$/, 'doctor|physician'],
  [/^(student|pupil)s?$/, 'student|pupil'],
  [/^(teacher|instructor|lecturer)s?$/, 'teacher|instructor'],
  [/^(song|track)s?$/, 'song|track'],
  [/^(shop|store)s?$/, 'shop|store'],
]

const addGlossary = (lexicon: Lexicon, catalog: Catalog): void => {
  const { glossary } = catalog.view
  for (const { table, synonyms } of glossary.tables) {
    if (!catalog.tables.has(table)) continue
    for (const synonym of synonyms) lexicon.add(normalWords(synonym), { kind: 'table', table, weight: 1 })
  }
  for (const { table, column, synonyms } of glossary.columns) {
    if (catalog.tables.get(table)?.columns.has(column) !== true) continue
    const link: Link = { kind: 'column', table, column: { table, column }, weight: 1 }
    for (const synonym of synonyms) lexicon.add(normalWords(synonym), link)
  }
  for (const { phrase, table, filter } of glossary.phrases) {
    if (filter === undefined || catalog.tables.get(table)?.columns.has(filter.column) !== true) continue
    lexicon.add(normalWords(phrase), { kind: 'filter', table, condition: glossCondition(table, filter), weight: 1 })
  }
  for (const [phrase, measure] of glossaryMeasures(glossary)) {
    const { table } = measure
    const columns = catalog.tables.get(table)?.columns
    if (columns === undefined || columnsOfProduct(measure).some((name) => !columns.has(name))) continue
    const link: Link = { kind: 'measure', table, measure, weight: 1.05 }
    const words = normalWords(phrase)
    lexicon.add(words, link)
    // "Stock value" equals "value of stock".
    const [owner = '', noun] = words
    if (noun === 'value' && words.length === 2) lexicon.add([noun, 'of', owner], link)
  }
}

/** Rows with a quantity and a price are sales, unless the glossary says otherwise. */
const addSales = (lexicon: Lexicon, catalog: Catalog): void => {
  if (lexicon.lookup(['sold']).some((link) => link.kind === 'table')) return
  for (const table of catalog.tables.values()) {
    const names = [...table.columns.keys()].map((name) => name.toLowerCase())
    if (!names.some((name) => /^(quantity|qty|units)$/.test(name)) || !names.some((name) => name.includes('price')))
      continue
    const quantity = [...table.columns.keys()].find((name) => /^(quantity|qty|units)$/i.test(name)) ?? ''
    const counted: Link = {
      kind: 'column',
      table: table.name,
      column: { table: table.name, column: quantity },
      weight: 0.85,
    }
    for (const word of ['units', 'pieces', 'copies']) lexicon.add([word], counted)
    for (const word of ['sold', 'sell']) lexicon.add([word], { kind: 'table', table: table.name, weight: 0.9 })
  }
}

type GlossFilter = NonNullable<DatabaseView['glossary']['phrases'][number]['filter']>

const glossCondition = (table: string, { column, op, value }: GlossFilter): Condition => {
  const ref = { table, column }
  if (op === 'is null' || op === 'is not null') return { type: 'null', column: ref, negated: op === 'is not null' }
  return { type: 'compare', column: ref, op, value: value ?? '' }
}

const lexicons = new WeakMap<DatabaseView, Lexicon>()

/** The lexicon of a database, cached per view. */
export const lexiconOf = (view: DatabaseView): Lexicon => lexicons.get(view) ?? runToEnd(makeLexicon(view))

/** Builds a missing lexicon in slices, so that later uses do not block the event loop. */
export function* makeLexicon(view: DatabaseView): Sliced<Lexicon> {
  const known = lexicons.get(view)
  if (known !== undefined) return known
  const catalog = yield* makeCatalog(view)
  const lexicon = new Lexicon()
  for (const table of catalog.tables.values()) {
    addTable(lexicon, table)
    lexicon.addOwned(table, [...table.columns.values()].filter(isOwned))
    for (const column of table.columns.values()) addColumn(lexicon, table, column)
    for (const [pattern, words] of GENERIC) {
      if (!pattern.test(table.path.name)) continue
      for (const word of words.split('|'))
        lexicon.add(word.split(' '), { kind: 'table', table: table.name, weight: 0.8 }, true)
    }
    yield
  }
  addGlossary(lexicon, catalog)
  yield
  addSales(lexicon, catalog)
  lexicons.set(view, lexicon)
  return lexicon
}
