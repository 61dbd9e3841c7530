import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { type Catalog, catalogOf, type TableInfo } from '../schema/index.ts'
import { mainTables } from './suggest.ts'

/** "What data do you have?", "which tables are there?", "describe the database". */
const WHOLE =
  /^(?:(?:so|and|ok|okay|please|hi|hello|hey)[ ,]+)*(?:(?:can you |could you )?(?:tell me |show me |list |explain |describe )?(?:what|which)(?: kinds? of| sorts? of| types? of)? (?:data|information|info|tables?|entities|datasets?|records|content|topics|areas)(?: (?:do|does|can|is|are|have|has|you|we|i|there|here|available|stored|see|know|hold|got|about|in|this|the|it|database|db|system|contain|access|ask|inside|your)\b)*|(?:describe|explain|show|summari[sz]e|list|what is in|what is inside|whats in|what does)(?: (?:me|the|this|your|our|all|us|of))* (?:database|db|schema|data model|tables|data ?base structure|data)(?: (?:contain|hold|have|structure|about|look like|is|there|you|available))*)\W*$/i

/** "What columns does orders have?", "what do you know about customers?". */
const PART =
  /\b(?:what|which|list|show|describe)\b.{0,40}\b(?:columns?|fields?|attributes?|properties)\b|\bwhat (?:do you know|information is there|data is there|data do you have|info do you have|information do you have) (?:about|on|of)\b|\bdescribe (?:the )?\S+ table\b/i

const TABLES_MAX = 12
const COLUMNS_MAX = 14

/** Describes a database or one of its tables, if the message asks for that; else null. */
export const aboutData = (message: string, knowledge: Knowledge): string | null => {
  const catalog = catalogOf(knowledge.view)
  if (WHOLE.test(message)) return wholeWords(knowledge)
  if (!PART.test(message)) return null
  const table = tableSaid(catalog, message)
  return table === undefined ? null : partWords(table)
}

const tableSaid = (catalog: Catalog, message: string): TableInfo | undefined => {
  const text = ` ${message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const said = [...catalog.tables.values()].filter(({ singular, plural }) =>
    [singular, plural].some((name) => text.includes(` ${name} `)),
  )
  return said.toSorted((a, b) => b.plural.length - a.plural.length)[0]
}

const wholeWords = (knowledge: Knowledge): string => {
  const tables = mainTables(knowledge)
  const names = tables.slice(0, TABLES_MAX).map(({ plural }) => plural)
  const more = tables.length > names.length ? ` and ${tables.length - names.length} more` : ''
  if (names.length === 0) return 'There is no data here that I may read.'
  const [first] = tables
  return `There is data on ${names.join(', ')}${more}. ${first === undefined ? '' : partWords(first)}`
}

/** Describes the columns of a table; keys are left out. */
const partWords = ({ plural, columns }: TableInfo): string => {
  const words = [...columns.values()].filter(({ kind }) => kind !== 'key').map((column) => column.words.join(' '))
  const more = words.length > COLUMNS_MAX ? ` and ${words.length - COLUMNS_MAX} more` : ''
  return words.length === 0
    ? `Of ${plural} I know how they belong to others.`
    : `Of ${plural} I know: ${words.slice(0, COLUMNS_MAX).join(', ')}${more}.`
}
