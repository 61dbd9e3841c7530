import { tableName } from '../../guard/schema.ts'
import { arraysAsTables, type MappedColumn } from './arrays-as-tables.ts'
import { renamedTimes } from './formula.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from './glossary.ts'
import type { ColumnValues, DatabaseView, Knowledge } from './knowledge.ts'

interface RelationalView {
  readonly view: DatabaseView
  /** The table and column that a path of a collection is mapped to; undefined if the view omits it. */
  place(table: string, column: string): MappedColumn | undefined
}

const views = new WeakMap<DatabaseView, RelationalView>()
const renamed = new WeakMap<ColumnValues, ColumnValues>()

/**
 * Maps knowledge of documents to knowledge of tables, for planners that use tables: every array of documents becomes a
 * table (`orders.items`), linked to its collection, and nested documents are flattened. Knowledge of tables is returned
 * unchanged. The same input object gives the same output object, so that planners can cache what they derive from it.
 */
export const relationalKnowledge = (knowledge: Knowledge): Knowledge => {
  if (knowledge.view.dialect !== null) return knowledge
  const relational = relationalView(knowledge.view)
  const renamedAll = (columns: readonly ColumnValues[]) => columns.map((values) => renamedValues(values, relational))
  return {
    view: relational.view,
    values: renamedLists(knowledge.values, renamedAll),
    ...(knowledge.named === undefined ? {} : { named: renamedAll(knowledge.named) }),
  }
}

const relationalView = (view: DatabaseView): RelationalView => {
  const known = views.get(view)
  if (known !== undefined) return known
  const places = new Map<string, ReadonlyMap<string, MappedColumn>>()
  const tables = view.schema.tables.flatMap((collection) => {
    const made = arraysAsTables(collection)
    places.set(tableName(collection), made.places)
    return made.tables
  })
  const place: RelationalView['place'] = (table, column) => places.get(table)?.get(column)
  const made = { place, view: { ...view, schema: { ...view.schema, tables }, glossary: glossaryOf(view, place) } }
  views.set(view, made)
  return made
}

const lists = new WeakMap<readonly ColumnValues[], readonly ColumnValues[]>()

const renamedLists = (
  columns: readonly ColumnValues[],
  rename: (columns: readonly ColumnValues[]) => readonly ColumnValues[],
): readonly ColumnValues[] => {
  const known = lists.get(columns) ?? rename(columns)
  lists.set(columns, known)
  return known
}

const renamedValues = (values: ColumnValues, { place }: RelationalView): ColumnValues => {
  const known = renamed.get(values)
  if (known !== undefined) return known
  const made = { ...values, ...place(values.table, values.column) }
  renamed.set(values, made)
  return made
}

/** Entries may name `orders` and `items.quantity`, or `orders.items` and `quantity`. */
const glossaryOf = ({ glossary }: DatabaseView, place: RelationalView['place']): Glossary => ({
  tables: glossary.tables.map(
    (gloss): TableGloss => ({
      ...gloss,
      ...(gloss.label === undefined ? {} : { label: ownColumn(gloss.table, gloss.label) }),
      ...(gloss.surname === undefined ? {} : { surname: ownColumn(gloss.table, gloss.surname) }),
      ...(gloss.time === undefined ? {} : { time: ownColumn(gloss.table, gloss.time) }),
    }),
  ),
  columns: glossary.columns.map((gloss): ColumnGloss => ({ ...gloss, ...place(gloss.table, gloss.column) })),
  phrases: glossary.phrases.map((gloss): PhraseGloss => placedPhrase(gloss, place)),
})

const ownColumn = (table: string, column: string): string =>
  column.startsWith(`${table}.`) ? column.slice(table.length + 1) : column

/** A phrase uses columns of one table: the table that its first column is mapped to. */
const placedPhrase = (gloss: PhraseGloss, place: RelationalView['place']): PhraseGloss => {
  const { filter, measure } = gloss
  const first = filter?.column ?? measure?.column
  const table = first === undefined ? undefined : place(gloss.table, first)?.table
  if (table === undefined) return gloss
  const moved = (column: string): string => place(gloss.table, column)?.column ?? column
  return {
    ...gloss,
    table,
    ...(filter === undefined ? {} : { filter: { ...filter, column: moved(filter.column) } }),
    ...(measure === undefined
      ? {}
      : {
          measure: {
            ...measure,
            ...(measure.column === undefined ? {} : { column: moved(measure.column) }),
            ...(measure.times === undefined ? {} : { times: renamedTimes(measure.times, moved) }),
          },
        }),
  }
}
