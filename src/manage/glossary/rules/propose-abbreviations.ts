import type { VisibleTable } from '../../../ask/rules/knowledge.ts'
import { nameWords } from '../../../guard/proposal/name-words.ts'
import { tableName } from '../../../guard/schema.ts'
import { mapSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { abbreviationsIn, expandAbbreviations, expandTableName, isPronounceable } from './expand-abbreviations.ts'
import type { DraftSubject, GlossaryProposal } from './proposal.ts'

const WORDS_MAX = 6

/** Proposes synonyms for abbreviated names: `cust_no` is "customer number". */
export function* proposeAbbreviations({ schema }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const tables = new Set(schema.tables.map(({ name }) => nameWords(name).join(' ')))
  return (yield* mapSliced(schema.tables, (table) => [...ofTable(table, tables), ...ofColumns(table)])).flat()
}

const ofTable = (table: VisibleTable, tables: ReadonlySet<string>): readonly GlossaryProposal[] => {
  const { name } = table
  const [about, words] = [tableName(table), expandTableName(name)]
  const synonym = words.join(' ')
  if (words.length > WORDS_MAX || !isPronounceable(words) || tables.has(synonym) || abbreviationsIn(name).length === 0)
    return []
  const entry = { of: 'table', gloss: { table: about, synonyms: [synonym] } } as const
  return [{ kind: 'abbreviation', about, says: `also called "${synonym}"`, evidence: evidenceOf(about, name), entry }]
}

const ofColumns = (table: VisibleTable): readonly GlossaryProposal[] => {
  const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  const called = new Set(table.columns.map(({ name }) => nameWords(lastOf(name)).join(' ')))
  return table.columns.flatMap(({ name }): readonly GlossaryProposal[] => {
    const last = lastOf(name)
    const words = expandAbbreviations(last)
    const synonym = words.join(' ')
    if (
      words.length > WORDS_MAX ||
      !isPronounceable(words) ||
      called.has(synonym) ||
      abbreviationsIn(last).length === 0
    )
      return []
    called.add(synonym)
    const owner = tableName(table)
    const about = `${owner}.${name}`
    const entry = { of: 'column', gloss: { table: owner, column: name, synonyms: [synonym] } } as const
    return [{ kind: 'abbreviation', about, says: `also called "${synonym}"`, evidence: evidenceOf(about, last), entry }]
  })
}

const evidenceOf = (about: string, name: string): string => {
  const meanings = abbreviationsIn(name).map(([short, long]) => `"${short}" is usually short for "${long}"`)
  return `In the name ${about}, ${meanings.join(' and ')}.`
}
