import type { CataloguedColumn } from '../../../ask/rules/catalog.ts'
import type { PhraseGloss } from '../../../ask/rules/glossary.ts'
import { columnKey, type VisibleColumn, type VisibleTable } from '../../../ask/rules/knowledge.ts'
import { nameWords } from '../../../guard/proposal/name-words.ts'
import { tableName } from '../../../guard/schema.ts'
import { mapSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { expandAbbreviations } from './expand-abbreviations.ts'
import { type DraftSubject, type GlossaryProposal, isText } from './proposal.ts'

/** Last words of state columns. */
const STATES = new Set(['status', 'state', 'stage', 'phase', 'condition', 'priority', 'severity', 'outcome'])
/** With these columns in a table, "state" means a part of a country. */
const OF_PLACES = new Set(['city', 'town', 'zip', 'postcode', 'postal', 'country', 'street', 'county'])
/** Values without meaning outside of their column. */
const NO_WORDS = new Set([
  'yes',
  'no',
  'none',
  'other',
  'others',
  'unknown',
  'null',
  'true',
  'false',
  'all',
  'any',
  'new',
])
const WORD = /^(?=.{3})\p{L}{2,}(?: \p{L}{2,}){0,2}$/u
/** Events of every row. */
const ALWAYS = new Set(['created', 'updated', 'modified', 'changed', 'inserted', 'added', 'recorded'])
const DONE = /^(?:\p{L}{2,}ed|paid|sent|sold|lost|won|done|left)$/u
const VALUES_MAX = 20

type Filter = NonNullable<PhraseGloss['filter']>

/** Proposes words for states of rows: "paid" for a status `paid`, "shipped" for a column `shipped_at`. */
export function* proposeStates({ schema, catalogued }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const known = new Map(catalogued.map((column) => [columnKey(column), column]))
  const names = new Set(
    schema.tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)].map(wordsOf)),
  )
  const found = yield* mapSliced(schema.tables, (table) => {
    const taken = new Set(names)
    return table.columns.flatMap((column) =>
      statesOf(table, column, known.get(columnKey({ table: tableName(table), column: column.name }))).filter(
        ({ entry: { gloss } }) => {
          if (taken.has(gloss.phrase)) return false
          taken.add(gloss.phrase)
          return true
        },
      ),
    )
  })
  return found.flat()
}

interface StateProposal extends GlossaryProposal {
  readonly entry: { readonly of: 'phrase'; readonly gloss: PhraseGloss }
}

const wordsOf = (name: string): string => nameWords(name).join(' ')

const statesOf = (
  table: VisibleTable,
  column: VisibleColumn,
  known: CataloguedColumn | undefined,
): readonly StateProposal[] => {
  const owner = tableName(table)
  const about = `${owner}.${column.name}`
  const state = (phrase: string, filter: Filter, evidence: string): StateProposal => ({
    kind: 'state',
    about,
    evidence,
    says: `"${phrase}": ${column.name} ${filter.op}${filter.value === undefined ? '' : ` '${filter.value}'`}`,
    entry: { of: 'phrase', gloss: { phrase, table: owner, filter } },
  })
  const done = doneBy(column)
  if (done !== undefined)
    return [
      state(
        done,
        { column: column.name, op: 'is not null' },
        `${about} may be null, and is set when a row is ${done}.`,
      ),
    ]
  const values = column.labels ?? known?.values ?? []
  if (!isState(table, column) || values.length > VALUES_MAX) return []
  const source =
    column.labels !== undefined
      ? 'a label of the type'
      : known?.of === 'tenants'
        ? 'a value, which at least three tenants have,'
        : 'a value'
  return values.flatMap((value): readonly StateProposal[] => {
    const phrase = wordsOf(value)
    if (!WORD.test(phrase) || NO_WORDS.has(phrase)) return []
    return [state(phrase, { column: column.name, op: '=', value }, `"${value}" is ${source} of ${about}.`)]
  })
}

const isState = ({ columns }: VisibleTable, { name, labels, ...column }: VisibleColumn): boolean => {
  const last = expandAbbreviations(name).at(-1) ?? ''
  if (!STATES.has(last) || (labels === undefined && !isText(column))) return false
  return last !== 'state' || !columns.some((other) => nameWords(other.name).some((word) => OF_PLACES.has(word)))
}

/** The event of a nullable timestamp column: `shipped` for `shipped_at`. */
const doneBy = ({ name, type, nullable }: VisibleColumn): string | undefined => {
  const [done = '', at = '', more] = nameWords(name)
  const isMoment = /date|time/i.test(type) && (at === 'at' || at === 'on' || at === 'date')
  return nullable && isMoment && more === undefined && DONE.test(done) && !ALWAYS.has(done) ? done : undefined
}
