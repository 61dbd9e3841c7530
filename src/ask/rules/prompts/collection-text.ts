import { type Column, tableName } from '../../../guard/schema.ts'
import type { ShownTable } from '../question-context.ts'
import { commentText } from './comment-text.ts'
import { leftOutText, plainName } from './names-text.ts'

/** The shape of documents in a collection, one line per path: types, arrays, and how many documents have it. */
export const collectionText = (collection: ShownTable): string =>
  [
    [`collection ${plainName(tableName(collection))}`, ...commentText(collection)].join(': '),
    ...collection.columns.map((field) => `  ${fieldText(collection, field)}`),
    ...leftOutText(collection).map((line) => `  ${line}`),
  ].join('\n')

const fieldText = ({ primaryKey, foreignKeys }: ShownTable, field: Column): string => {
  const { name, type, arrays = [] } = field
  const types = type === '' ? '' : type.split(' | ').map(plainName).join(' or ')
  const references = foreignKeys
    .filter((key) => key.columns.includes(name))
    .map((key) => `refers to ${plainName(key.refTable)}.${plainName(key.refColumns[key.columns.indexOf(name)] ?? '')}`)
  const outer = arrays.filter((path) => path !== name)
  const facts = [
    arrays.includes(name) ? `array of ${types}`.trimEnd() : types,
    ...(outer.length === 0 ? [] : [`in elements of ${outer.map(plainName).join(' and ')}`]),
    ...(primaryKey.includes(name) ? ['key of the document'] : []),
    ...references,
    ...presenceOf(field),
    ...commentText(field),
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? plainName(name) : `${plainName(name)}: ${facts.join(', ')}`
}

const presenceOf = ({ presence, nullable }: Column): readonly string[] => {
  if (presence === undefined) return nullable ? ['may be null or missing'] : []
  const percent = Math.round(100 * presence)
  if (percent < 100) return [`in ${percent < 1 ? 'less than 1' : percent} % of the documents`]
  return nullable ? ['may be null'] : []
}
