import type { VisibleColumn, VisibleTable } from '../../../ask/rules/knowledge.ts'
import { isTableNameFor } from '../../../guard/proposal/name-words.ts'
import { tableName } from '../../../guard/schema.ts'
import { mapSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { expandAbbreviations } from './expand-abbreviations.ts'
import { type DraftSubject, type GlossaryProposal, isText, plainColumns } from './proposal.ts'

const FIRST = new Set(['first name', 'firstname', 'given name', 'givenname', 'forename', 'vorname', 'prenom'])
const LAST = new Set(['last name', 'lastname', 'family name', 'surname', 'nachname', 'nom'])
const WHOLE = ['full name', 'display name', 'name', 'title', 'label', 'subject']
/** Names of something other than the row. */
const OF_OTHERS = /\b(user|login|file|host|domain|first|middle|last|given|family|nick|short)$/

/** Proposes the column that names a row, or two columns for first and last name. */
export function* proposeLabels({ schema, glossary }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const labelled = new Set(glossary.tables.flatMap(({ table, label }) => (label === undefined ? [] : [table])))
  const tables = schema.tables.filter((table) => !labelled.has(tableName(table)))
  return (yield* mapSliced(tables, labelOf)).flatMap((proposal) => proposal ?? [])
}

const labelOf = (table: VisibleTable): GlossaryProposal | undefined => {
  const about = tableName(table)
  const byWords = new Map(
    plainColumns(table)
      .filter(isText)
      .map((column) => [expandAbbreviations(column.name).join(' '), column]),
  )
  const one = (names: Iterable<string>): VisibleColumn | undefined =>
    [...names].flatMap((name) => byWords.get(name) ?? [])[0]
  const [first, last, whole] = [one(FIRST), one(LAST), one(WHOLE)]
  if (whole === undefined && first !== undefined && last !== undefined) {
    const gloss = { table: about, synonyms: [], label: first.name, surname: last.name }
    return {
      kind: 'label',
      about,
      says: `named by ${first.name} and ${last.name}`,
      evidence: `${about} keeps names in two columns, ${first.name} and ${last.name}.`,
      entry: { of: 'table', gloss },
    }
  }
  const label = whole ?? ownName(table, byWords) ?? first
  if (label === undefined) return undefined
  return {
    kind: 'label',
    about,
    says: `named by ${label.name}`,
    evidence: `${label.name} is a text column of ${about} whose name suggests a row label.`,
    entry: { of: 'table', gloss: { table: about, synonyms: [], label: label.name } },
  }
}

/** `product_title` of products, or the only column whose name ends in "name" or "title". */
const ownName = ({ name }: VisibleTable, byWords: ReadonlyMap<string, VisibleColumn>): VisibleColumn | undefined => {
  const named = [...byWords].flatMap(([words, column]) => {
    const lead = /^(.+) (?:name|title)$/.exec(words)?.[1]
    return lead === undefined || OF_OTHERS.test(lead) ? [] : [{ lead, column }]
  })
  const own = named.find(({ lead }) => isTableNameFor(name, lead.split(' ')))
  return own?.column ?? (named.length === 1 ? named[0]?.column : undefined)
}
