import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { Engine } from '../../engines/engine.ts'
import type { AttackTemplates } from '../../engines/shared/attack-templates.ts'
import type { Table } from '../../guard/schema.ts'
import { PORTABLE_ATTACKS } from './portable-attacks.ts'

/** The syntax of drafts in the query language of an engine. */
export interface AttackLanguage {
  identifier(name: string): string
  table(table: Pick<Table, 'schema' | 'name'>): string
  text(value: string): string
  /** A quoted name. */
  quoted(name: string): string
  /** Attacks for all engines of this language. */
  readonly portable: AttackTemplates | undefined
  /** Attacks that are tried on every table. */
  readonly attacksPerTable: readonly string[]
}

export const attackLanguage = ({ dialect: { sql } }: Pick<Engine, 'dialect'>): AttackLanguage =>
  sql === null ? DOCUMENTS : sqlLanguage(sql)

const sqlLanguage = (dialect: SqlDialect): AttackLanguage => ({
  identifier: (name) => dialect.identifier(name),
  table: (table) => dialect.table(table),
  text: (value) => dialect.text(value),
  quoted: quotedAs((name) => dialect.identifier(name)),
  portable: PORTABLE_ATTACKS,
  attacksPerTable: ['SELECT * FROM {table}', 'SELECT COUNT(*) AS n FROM {table} WHERE 1 = 1 OR 1 = 0'],
})

/** Quotes every name: the dialect itself quotes only names that need it. */
const quotedAs =
  (identifier: SqlDialect['identifier']) =>
  (name: string): string => {
    const mark = identifier('a b')[0] ?? '"'
    return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
  }

/** A name escaped for use inside a JSON string. */
const inJson = (name: string): string => JSON.stringify(name).slice(1, -1)

/** JSON commands, in which names are parts of strings. */
const DOCUMENTS: AttackLanguage = {
  identifier: inJson,
  table: ({ name }) => inJson(name),
  text: (value) => JSON.stringify(value),
  quoted: (name) => inJson(JSON.stringify(name)),
  portable: undefined,
  attacksPerTable: [
    '{"collection":"{table}","pipeline":[]}',
    '{"find":"{table}","filter":{"$or":[{"_id":{"$exists":true}},{"_id":null}]}}',
  ],
}
