import type { DatabaseView } from '../../../../ask/rules/knowledge.ts'
import { stemOf } from '../../../../knowledge/words/index.ts'
import { runToEnd, type Sliced } from '../../../../platform/values/sliced.ts'
import { catalogOf, type TableInfo } from '../../schema/index.ts'
import type { ColumnOption } from './word.ts'

/** Abbreviations in column names. */
const SHORT: ReadonlyMap<string, string> = new Map(
  (
    'dest:destination src:source abbrev:abbreviation num:number no:number nr:number qty:quantity amt:amount dept:department ' +
    'addr:address desc:description avg:average max:maximum min:minimum ht:height wt:weight sex:gender ' +
    'lat:latitude long:longitude temp:temperature pct:percentage est:established tel:phone pop:population'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [short = '', long = ''] = pair.split(':')
      return [stemOf(short), stemOf(long)]
    }),
)

/** Pairs of words that are also written as one. */
const PAIRS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['fname', 'first name'],
    ['lname', 'last name'],
    ['mname', 'middle name'],
    ['dob', 'date birth'],
  ].map(([short = '', long = '']) => [stemOf(short), long.split(' ').map(stemOf)]),
)

/** Names of columns with phone numbers. */
const TELEPHONES = new Set(['cell', 'mobile', 'telephone', 'cellphone', 'fax'].map(stemOf))
const PHONE = stemOf('phone')

/** Words of a name that describe the notation, and may be left out of a question: `role_code`. */
const NOTATION_WORDS = new Set('of the in for and by code number no value text yn flag'.split(' ').map(stemOf))

/** The stems of a column's name, with abbreviations expanded, and "phone" for all its synonyms. */
const stemsOf = (words: readonly string[]): readonly string[] => {
  const stems = words.map(stemOf).flatMap((stem) => PAIRS.get(stem) ?? [SHORT.get(stem) ?? stem])
  return stems.some((stem) => TELEPHONES.has(stem)) && !stems.includes(PHONE) ? [...stems, PHONE] : stems
}

/** `email_address` holds an email, and no other address. */
const isNotation = (stem: string, at: number, stems: readonly string[]): boolean =>
  at > 0 && (NOTATION_WORDS.has(stem) || (stem === stemOf('address') && stems[at - 1] === stemOf('email')))

interface Name {
  readonly option: ColumnOption['column']
  readonly stems: readonly string[]
  /** Without the words of its table, which are optional. */
  readonly needed: ReadonlySet<string>
  readonly isKey: boolean
}

/** Columns by the words of their names, in any order. */
class NameIndex {
  readonly #byStem = new Map<string, Name[]>()

  static *make(view: DatabaseView): Sliced<NameIndex> {
    const index = new NameIndex()
    for (const table of catalogOf(view).tables.values()) {
      index.#add(table)
      yield
    }
    return index
  }

  #add(table: TableInfo): void {
    for (const column of table.columns.values()) {
      const stems = stemsOf(column.words)
      const owners = new Set(table.words.map(stemOf))
      const rest = stems.filter((stem) => !owners.has(stem))
      const isKey = column.kind === 'key' && column.refTable !== null
      const bare =
        column.refTable !== null || table.primaryKey.includes(column.name)
          ? []
          : rest.filter((stem) => stem !== PHONE && !isNotation(stem, stems.indexOf(stem), stems))
      const needed = new Set([bare, rest, stems].find((some) => some.length > 0))
      const name = { option: { table: table.name, column: column.name }, stems, needed, isKey }
      for (const stem of new Set(stems)) {
        const known = this.#byStem.get(stem)
        if (known === undefined) this.#byStem.set(stem, [name])
        else if (known.length < NAMES_MAX) known.push(name)
      }
    }
  }

  /** Columns whose names have all of these words, with the share of the name that they cover. */
  having(stems: readonly string[]): readonly ColumnOption[] {
    const [first = '', ...others] = stems
    const found = this.#byStem.get(first) ?? []
    return found.flatMap(({ option, stems: own, needed, isKey }) => {
      if (!others.every((stem) => own.includes(stem))) return []
      const said = stems.filter((stem) => needed.has(stem)).length
      const weight = weightOf(said / needed.size)
      // A part of a foreign key's name refers to the referenced table.
      return [{ column: option, weight: isKey && weight < 1 ? weight * 0.6 : weight }]
    })
  }
}

/** A word shared by more columns is not informative. */
const NAMES_MAX = 200

/** A partial match of a name is weaker than a full one. */
const weightOf = (share: number): number => (share === 1 ? 1 : 0.4 + 0.45 * share)

const indexes = new WeakMap<DatabaseView, NameIndex>()

/** The column names of a database, prepared once per view. */
export const nameIndexOf = (view: DatabaseView): NameIndex => indexes.get(view) ?? runToEnd(makeNameIndex(view))

/** Builds a missing index in slices, so that later look-ups do not block the event loop. */
export function* makeNameIndex(view: DatabaseView): Sliced<NameIndex> {
  const index = indexes.get(view) ?? (yield* NameIndex.make(view))
  indexes.set(view, index)
  return index
}
