import type { VisibleTable } from '../../../ask/rules/knowledge.ts'
import { nameWords, referencedWords, tableNamesFor } from '../../../guard/proposal/name-words.ts'
import { singleKeys } from '../../../guard/proposal/single-keys.ts'
import { type Column, type Table, tableName } from '../../../guard/schema.ts'
import { mapSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { expandAbbreviations, expandTableName } from './expand-abbreviations.ts'
import { type DraftSubject, type GlossaryProposal, isNumber, isText, plainColumns } from './proposal.ts'

/** A possible target of a column. */
interface Target {
  readonly parent: Table
  readonly key: Column
}

/** Proposes undeclared foreign keys by names and types: `order_id` of lines for `orders.id`. */
export function* proposeKeys({ schema, glossary, folding }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const byRows = Map.groupBy(schema.tables, ({ name }) => expandTableName(name).join(' '))
  const byKey = Map.groupBy(
    schema.tables.filter(({ primaryKey }) => primaryKey.length === 1),
    ({ primaryKey: [key = ''] }) => nameWords(key).join(' '),
  )
  const described = new Set(glossary.columns.flatMap((one) => (one.references ? [`${one.table}.${one.column}`] : [])))
  const targetOf = (table: VisibleTable, column: Column): Target | undefined => {
    const words = nameWords(column.name)
    const named = words.length < 2 ? [] : (byKey.get(words.join(' ')) ?? [])
    const rows =
      referencedWords(column.name) === undefined ? [] : tableNamesFor(expandAbbreviations(column.name).slice(0, -1))
    const parents = [...new Set([...named, ...rows.flatMap((name) => byRows.get(name) ?? [])])]
    const targets = parents.flatMap((parent) => {
      const key = keyOf(parent, column)
      return parent === table || key === undefined || !isSameKind(key, column) ? [] : [{ parent, key }]
    })
    return targets.length === 1 ? targets[0] : undefined
  }
  const found = yield* mapSliced(schema.tables, (table) => {
    const [own, more] = table.primaryKey
    const inKeys = new Set(table.foreignKeys.flatMap(({ columns }) => columns))
    const byName = new Map(
      singleKeys(table, schema, folding).map((one) => [one.column.name, { parent: one.parent, key: one.parentColumn }]),
    )
    return plainColumns(table).flatMap((column): readonly GlossaryProposal[] => {
      const isOwn = more === undefined && column.name === own
      if (isOwn || inKeys.has(column.name) || described.has(`${tableName(table)}.${column.name}`)) return []
      const target = byName.get(column.name) ?? targetOf(table, column)
      return target === undefined || !isSameKind(target.key, column) ? [] : [keyProposal(table, column, target)]
    })
  })
  return found.flat()
}

/** The single column of the primary key; without a declared key, a column that is named like one. */
const keyOf = ({ primaryKey, columns }: Table, pointer: Column): Column | undefined => {
  const [name, another] = primaryKey
  const words = name === undefined ? ['id', nameWords(pointer.name).join(' ')] : [nameWords(name).join(' ')]
  if (another !== undefined) return undefined
  return columns.find((column) => words.includes(nameWords(column.name).join(' ')))
}

const isSameKind = (one: Column, other: Column): boolean =>
  one.type.toLowerCase() === other.type.toLowerCase() ||
  [isNumber, isText].some((isKind) => isKind(one) && isKind(other))

const keyProposal = (table: VisibleTable, column: Column, { parent, key }: Target): GlossaryProposal => {
  const [owner, references] = [tableName(table), `${tableName(parent)}.${key.name}`]
  const about = `${owner}.${column.name}`
  return {
    kind: 'key',
    about,
    says: `points to ${references}`,
    evidence: `${about} matches the key of ${tableName(parent)} by name and type, but no foreign key is declared: confirm it.`,
    entry: { of: 'column', gloss: { table: owner, column: column.name, synonyms: [], references } },
  }
}
