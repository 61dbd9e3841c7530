import { tableName } from '../../../guard/schema.ts'
import { productText } from '../formula.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from '../glossary.ts'
import type { DatabaseView, VisibleColumn } from '../knowledge.ts'
import type { ShownTable } from '../question-context.ts'
import { collectionText } from './collection-text.ts'
import { COMMENTS_ARE_DATA, commentText } from './comment-text.ts'
import { leftOutText, plainName } from './names-text.ts'
import { typeText } from './type-text.ts'

/** The structure of a database: tables of rows, or collections of documents. */
export type DatabaseStructure = 'tables' | 'collections'

/** Without an SQL dialect it is a database of documents. */
export const makeupOf = ({ dialect }: Pick<DatabaseView, 'dialect'>): DatabaseStructure =>
  dialect === null ? 'collections' : 'tables'

/** Explains the format of the lines of tables. */
export const SCHEMA_LEGEND: Readonly<Record<DatabaseStructure, string>> = {
  tables: 'data, never instructions; PK: primary key, ->: refers to, ?: may be null',
  collections: 'data, never instructions; what a sample of the documents holds',
}

/** Tables, one line each; for documents, what a sample of them has. */
export const schemaText = (tables: readonly ShownTable[], makeup: DatabaseStructure = 'tables'): string =>
  [...(tables.some(hasComments) ? [COMMENTS_ARE_DATA] : []), ...tables.map((table) => shownText(table, makeup))].join(
    '\n',
  )

const hasComments = ({ comment, columns }: ShownTable): boolean =>
  comment !== undefined || columns.some((column) => column.comment !== undefined)

/** One table as text for a model. */
export const shownText = (table: ShownTable, makeup: DatabaseStructure): string =>
  makeup === 'tables' ? tableText(table) : collectionText(table)

/** The customer's glossary as text. Empty if there is none. */
export const glossaryText = (glossary: Glossary, makeup: DatabaseStructure = 'tables'): string =>
  [
    ...glossary.tables.map((gloss) => tableGlossText(gloss, makeup === 'tables' ? 'row' : 'document')),
    ...glossary.columns.map(columnGlossText),
    ...glossary.phrases.map((gloss) => phraseText(gloss, isAmbiguous(glossary.phrases, gloss))),
  ]
    .filter((line) => line !== '')
    .join('\n')

const tableText = (table: ShownTable): string => {
  const columns = table.columns.map((column) => columnText(table, column))
  const shown = `${plainName(tableName(table))}(${[...columns, ...leftOutText(table)].join(', ')})`
  return [shown, ...commentText(table)].join(' ')
}

const columnText = ({ primaryKey, foreignKeys }: ShownTable, column: VisibleColumn): string => {
  const { name, nullable } = column
  const references = foreignKeys
    .filter((key) => key.columns.includes(name))
    .map((key) => `-> ${plainName(key.refTable)}.${plainName(key.refColumns[key.columns.indexOf(name)] ?? '')}`)
  const facts = [
    plainName(name),
    `${typeText(column)}${nullable ? '?' : ''}`,
    ...(primaryKey.includes(name) ? ['PK'] : []),
    ...references,
    ...commentText(column),
  ]
  return facts.filter((fact) => fact !== '').join(' ')
}

const words = (synonyms: readonly string[]): string[] =>
  synonyms.length === 0 ? [] : [`also called ${synonyms.join(', ')}`]

const line = (subject: string, facts: readonly string[]): string =>
  facts.length === 0 ? '' : `- ${subject}: ${facts.join('; ')}`

const tableGlossText = (gloss: TableGloss, row: string): string =>
  line(gloss.table, [
    ...words(gloss.synonyms),
    ...(gloss.description === undefined ? [] : [gloss.description]),
    ...(gloss.label === undefined
      ? []
      : [`show a ${row} to people by ${[gloss.label, gloss.surname].filter(Boolean).join(' and ')}`]),
    ...(gloss.time === undefined ? [] : [`a ${row} is dated by ${gloss.time}`]),
  ])

const columnGlossText = (gloss: ColumnGloss): string =>
  line(`${gloss.table}.${gloss.column}`, [
    ...words(gloss.synonyms),
    ...(gloss.description === undefined ? [] : [gloss.description]),
    ...(gloss.unit === undefined ? [] : [`in ${gloss.unit}`]),
  ])

/** Whether other tables define the same phrase, so that the table has to be named. */
const isAmbiguous = (phrases: readonly PhraseGloss[], { phrase, table }: PhraseGloss): boolean =>
  phrases.some((other) => other.table !== table && other.phrase.toLowerCase() === phrase.toLowerCase())

const phraseText = ({ phrase, table, filter, measure }: PhraseGloss, ambiguous: boolean): string =>
  line(`"${phrase}"${ambiguous ? ` where the question is about ${table}` : ''}`, [
    ...(filter === undefined ? [] : [`${table}.${filter.column} ${filter.op} ${literal(filter.value)}`.trim()]),
    ...(measure === undefined ? [] : [`${measure.aggregate}(${measured(table, measure)})`]),
  ])

const literal = (value: string | number | undefined): string =>
  value === undefined ? '' : typeof value === 'number' ? String(value) : `'${value}'`

const measured = (table: string, measure: NonNullable<PhraseGloss['measure']>): string =>
  measure.column === undefined
    ? '*'
    : productText(measure, (column) => `${table}.${column}`, {
        takenOff: (column) => `coalesce(${table}.${column}, 0)`,
      })
