import type { Knowledge } from '../../domain/ask/knowledge.ts'
import type { Day } from './calendar.ts'
import { type Catalog, catalogOf, columnOf, type TableInfo } from './catalog.ts'
import type { Link } from './lexicon.ts'
import type { ColumnRef, Comparator, Condition, Group, Measure } from './query/index.ts'
import type { Resolved } from './resolve.ts'
import type { Bucket } from './time.ts'
import type { Cue } from './vocabulary.ts'

export type Intent =
  | 'count'
  | 'how-much'
  | 'aggregate'
  | 'share'
  | 'when'
  | 'who'
  | 'which'
  | 'list'
  | 'where'
  | 'whether'
  | 'none'

/** What the question is about: rows of a table, values of a column, or stretches of time. */
export type Target =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'column'; readonly column: ColumnRef }
  | { readonly kind: 'bucket'; readonly bucket: Bucket }

/** A measure with the other tables that could give it. */
export interface MeasureChoice {
  readonly options: readonly Measure[]
}

/** How rows or groups are ranked. */
export interface Ranking {
  readonly descending: boolean
  readonly by:
    | { readonly kind: 'measure'; readonly choice: MeasureChoice }
    | { readonly kind: 'column'; readonly column: ColumnRef; readonly aggregate: 'max' | 'min' | 'avg' | 'sum' }
}

/** The state of reading one question: rules consume items and note what they mean. */
export class Reader {
  readonly knowledge: Knowledge
  readonly catalog: Catalog
  readonly items: readonly Resolved[]
  readonly today: Day
  readonly used: boolean[]
  intent: Intent = 'none'
  target: Target | null = null
  /** Where the target was said. */
  targetAt = -1
  aggregate: 'sum' | 'avg' | 'min' | 'max' | null = null
  readonly measures: MeasureChoice[] = []
  readonly groups: Group[] = []
  /** Stretches of time to group by, said after another group. */
  readonly buckets: Bucket[] = []
  readonly where: Condition[] = []
  readonly having: { measure: Measure; op: Comparator; value: number }[] = []
  readonly columns: ColumnRef[] = []
  readonly rankings: Ranking[] = []
  /** What the glossary ranks such rows by when nothing else is said. */
  fallback: Ranking | null = null
  /** A direction whose measure has not been found yet ("top 5 customers …"). */
  pending: { readonly descending: boolean; readonly word: string } | null = null
  readonly via = new Set<string>()
  readonly notes: string[] = []
  /** Conditions of the numerator of a share. */
  share: Condition[] | null = null
  shareOfTotal = false
  /** True when the earlier question ranked groups: "by visits" then changes the measure. */
  rankedBefore = false
  /** Where in the question a condition was said. */
  readonly places = new Map<Condition, number>()
  limit: number | null = null
  /** True for "sorted by": an order without a limit. */
  unlimited = false
  singular = false
  distinct = false
  /** Why no query should be made of it after all. */
  doubt: string | null = null

  constructor(knowledge: Knowledge, items: readonly Resolved[], today: Day) {
    this.knowledge = knowledge
    this.catalog = catalogOf(knowledge.view)
    this.items = items
    this.today = today
    this.used = items.map(() => false)
  }

  cue(index: number): Cue['cue'] | null {
    return this.items[index]?.cue?.cue ?? null
  }

  link(index: number): Link | null {
    const item = this.items[index]
    return item === undefined || (item.kind !== 'link' && item.kind !== 'cue') ? null : item.link
  }

  /** The link of an item that is nothing else. */
  noun(index: number): Link | null {
    const item = this.items[index]
    return item?.kind === 'link' ? item.link : null
  }

  use(...indexes: readonly number[]): void {
    for (const index of indexes) this.used[index] = true
  }

  /** Index of the next item from `from` on that `accept` takes, skipping what `skip` allows. */
  next(from: number, accept: (index: number) => boolean, skip: (index: number) => boolean): number {
    for (let index = from; index < this.items.length; index++) {
      if (accept(index)) return index
      if (!skip(index)) return -1
    }
    return -1
  }

  previous(from: number, accept: (index: number) => boolean, skip: (index: number) => boolean): number {
    for (let index = from; index >= 0; index--) {
      if (accept(index)) return index
      if (!skip(index)) return -1
    }
    return -1
  }

  /** True for words without meaning of their own. */
  isFiller(index: number): boolean {
    const item = this.items[index]
    return item !== undefined && item.kind === 'word' && item.soft
  }

  table(name: string): TableInfo {
    const table = this.catalog.tables.get(name)
    if (table === undefined) throw new Error(`no table ${name}`)
    return table
  }

  isDate(column: ColumnRef): boolean {
    return columnOf(this.catalog, column)?.kind === 'date'
  }

  isNumber(column: ColumnRef): boolean {
    return columnOf(this.catalog, column)?.kind === 'number'
  }

  /** Every table said in the question, in order. */
  mentionedTables(): string[] {
    const tables = this.items.flatMap((item) => {
      if (item.kind !== 'link' || item.link === null) return []
      const { link } = item
      const says =
        link.kind === 'table' || link.kind === 'measure' || (link.kind === 'column' && this.isDate(link.column))
      return says ? [link.table] : []
    })
    return [...new Set(tables)]
  }
}
