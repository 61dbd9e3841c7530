import type { DatabaseView } from '../../../domain/ask/knowledge.ts'
import { atOnce, type Sliced } from '../../../domain/sliced.ts'
import { normalWords, singularOf, stemOf } from '../../../words/index.ts'
import type { ColumnRef, Condition, Measure } from '../query/index.ts'
import { neverLinked } from '../words/index.ts'
import { type Catalog, type ColumnInfo, makeCatalog, type TableInfo } from './catalog.ts'

/** What a phrase of the question may stand for. */
export type Link =
  | { readonly kind: 'table'; readonly table: string; readonly weight: number }
  | { readonly kind: 'column'; readonly table: string; readonly column: ColumnRef; readonly weight: number }
  | { readonly kind: 'filter'; readonly table: string; readonly condition: Condition; readonly weight: number }
  | { readonly kind: 'measure'; readonly table: string; readonly measure: Measure; readonly weight: number }

/** Words at the end of a column's name that only say its unit or type. */
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
export const LEXICON_WORDS_MAX = 6

/** "purchases" is rather the purchase than the purchaser, although both have one stem. */
const OTHER_FORM_COST = 0.25

/** A phrase that stands for more than this says nothing; the first ones are kept. */
const LINKS_MAX = 400

interface Entry {
  readonly link: Link
  /** The phrase with its nouns in the singular. */
  readonly form: string
}

const formOf = (words: readonly string[]): string => words.map(singularOf).join(' ')

/** Phrases of schema and glossary, by the stems of their words. */
export class Lexicon {
  /** By stems; those of one table follow each other. */
  readonly #entries = new Map<string, Entry[]>()
  /** Single words as written, for spelling. */
  readonly words = new Set<string>()
  readonly #stems = new Set<string>()

  /**
   * @param last whether nothing but this table's links was added since its first one: then only those are looked through
   *   for the same link, so that a lexicon costs what it has words
   */
  add(phrase: readonly string[], link: Link, last = false): void {
    if (phrase.length === 0 || phrase.length > LEXICON_WORDS_MAX || neverLinked(phrase)) return
    for (const word of phrase) {
      this.words.add(word)
      this.#stems.add(stemOf(word))
    }
    const key = phrase.map(stemOf).join(' ')
    const form = formOf(phrase)
    const entries = this.#entries.get(key)
    if (entries === undefined) {
      this.#entries.set(key, [{ link, form }])
      return
    }
    const at = entries.findLastIndex(
      (one) => (last && one.link.table !== link.table) || (one.form === form && isSameTarget(one.link, link)),
    )
    const known = entries[at]
    if (known === undefined || known.link.table !== link.table) {
      if (entries.length < LINKS_MAX) entries.push({ link, form })
    } else if (known.link.weight < link.weight) entries[at] = { link, form }
  }

  /** True when a word is part of a phrase, in whatever form. */
  hasStem(stem: string): boolean {
    return this.#stems.has(stem)
  }

  /** What these words stand for; the same word in another form counts a little less. */
  lookup(words: readonly string[]): readonly Link[] {
    const entries = this.#entries.get(words.map(stemOf).join(' '))
    if (entries === undefined) return []
    const form = formOf(words)
    const links = new Map<string, Link>()
    for (const entry of entries) if (entry.form === form) links.set(targetOf(entry.link), entry.link)
    for (const { link } of entries) {
      const target = targetOf(link)
      if (!links.has(target)) links.set(target, { ...link, weight: link.weight - OTHER_FORM_COST })
    }
    return [...links.values()]
  }
}

const targetOf = (link: Link): string => {
  if (link.kind === 'table') return link.table
  return link.kind === 'column' ? `${link.table}\n${link.column.column}` : JSON.stringify({ ...link, weight: 0 })
}

const isSameTarget = (one: Link, other: Link): boolean => {
  if (one.kind !== other.kind || one.table !== other.table) return false
  if (one.kind === 'table') return true
  if (one.kind === 'column' && other.kind === 'column') return one.column.column === other.column.column
  return targetOf(one) === targetOf(other)
}

/** What an agent does: a supplier supplies, a teacher teaches. */
const verbsOf = (noun: string): string[] => {
  if (noun.endsWith('ier')) return [`${noun.slice(0, -3)}y`]
  return noun.length > 4 && /(er|or)$/.test(noun) ? [noun.slice(0, -2), `${noun.slice(0, -2)}e`] : []
}

const addTable = (lexicon: Lexicon, table: TableInfo): void => {
  const link = (weight: number): Link => ({ kind: 'table', table: table.name, weight })
  lexicon.add(table.words, link(1), true)
  for (const verb of verbsOf(table.singular)) lexicon.add([verb], link(0.7), true)
  if (table.words.length > 1) {
    lexicon.add(table.words.slice(-1), link(0.75), true)
    lexicon.add([table.words.join('')], link(0.95), true)
  }
}

const addColumn = (lexicon: Lexicon, table: TableInfo, column: ColumnInfo): void => {
  const ref = { table: table.name, column: column.name }
  const links = new Map<number, Link>()
  const link = (weight: number): Link => {
    const made = links.get(weight) ?? { kind: 'column', table: table.name, column: ref, weight }
    links.set(weight, made)
    return made
  }
  const { words, fullWords } = column
  if (fullWords.length > words.length) lexicon.add(fullWords, link(1), true)
  if (column.kind === 'key' && column.refTable !== null) {
    lexicon.add(words, link(0.9), true)
    return
  }
  lexicon.add(words, link(1), true)
  lexicon.add([...table.singular.split(' '), ...words], link(1.05), true)
  lexicon.add([table.words.at(-1) ?? '', ...words], link(1), true)
  // "Owned by" is said of what `owner_name` holds.
  if (column.kind !== 'number') for (const verb of verbsOf(words[0] ?? '')) lexicon.add([verb], link(0.6), true)
  if (words.length < 2) return
  lexicon.add([words.join('')], link(0.95), true)
  const last = words.at(-1) ?? ''
  const rest = words.slice(0, -1)
  if (column.kind === 'date' && DATE_WORDS.has(last)) {
    // `invoices.invoice_date` must not make every invoice a date.
    if (rest.map(singularOf).join(' ') !== table.singular) lexicon.add(rest, link(0.9), true)
    lexicon.add([...rest, 'date'], link(1), true)
    lexicon.add([...rest, 'time'], link(0.9), true)
  } else if (UNIT_WORDS.has(last)) {
    lexicon.add(rest, link(0.85), true)
    if (['days', 'minutes', 'hours', 'seconds', 'weeks'].includes(last)) lexicon.add([...rest, 'time'], link(0.9), true)
  } else if (column.kind === 'boolean' && ['is', 'has'].includes(words[0] ?? ''))
    lexicon.add(words.slice(1), link(1), true)
  else {
    lexicon.add([last], link(0.65), true)
    if (words.length > 2) lexicon.add(words.slice(-2), link(0.75), true)
    if (column.kind !== 'number') lexicon.add(rest, link(0.55), true)
  }
}

/** General words for what shops, sites and clinics alike write down. */
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
  for (const { phrase, table, filter, measure } of glossary.phrases) {
    const columns = catalog.tables.get(table)?.columns
    const used = [filter?.column, measure?.column, measure?.times].filter((name) => name !== undefined)
    if (columns === undefined || used.some((name) => !columns.has(name))) continue
    const words = normalWords(phrase)
    const name = words.join('_')
    if (filter !== undefined)
      lexicon.add(words, { kind: 'filter', table, condition: glossCondition(table, filter), weight: 1 })
    if (measure !== undefined) {
      const { aggregate, column = null, times = null } = measure
      const link: Link = {
        kind: 'measure',
        table,
        measure: { aggregate, table, column, times, distinct: false, name },
        weight: 1.05,
      }
      lexicon.add(words, link)
      // "Stock value" is the "value of stock".
      const [owner = '', noun] = words
      if (noun === 'value' && words.length === 2) lexicon.add([noun, 'of', owner], link)
    }
  }
}

/** Rows with a quantity and a price are what was sold, unless the glossary says otherwise. */
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

/** The words of a database, prepared once per view. */
export const lexiconOf = (view: DatabaseView): Lexicon => lexicons.get(view) ?? atOnce(makeLexicon(view))

/** Makes the lexicon where it is missing, so that asking for it holds nobody up. */
export function* makeLexicon(view: DatabaseView): Sliced<Lexicon> {
  const known = lexicons.get(view)
  if (known !== undefined) return known
  const catalog = yield* makeCatalog(view)
  const lexicon = new Lexicon()
  for (const table of catalog.tables.values()) {
    addTable(lexicon, table)
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
