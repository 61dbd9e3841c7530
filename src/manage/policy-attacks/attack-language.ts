import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Table } from '../../guard/schema.ts'
import type { AttackTemplates } from './attack-templates.ts'
import { PORTABLE_ATTACKS } from './portable-attacks.ts'

/** How drafts are spelled in the language of an engine. */
export interface AttackLanguage {
  identifier(name: string): string
  table(table: Pick<Table, 'schema' | 'name'>): string
  text(value: string): string
  /** A name in quotes of its own, where there are such. */
  quoted(name: string): string
  /** What all engines of this language are attacked with. */
  readonly portable: AttackTemplates | undefined
  /** What every table is attacked with, not only those whose turn comes. */
  readonly everywhere: readonly string[]
}

export const attackLanguage = ({ dialect: { sql } }: Pick<Engine, 'dialect'>): AttackLanguage =>
  sql === null ? DOCUMENTS : sqlLanguage(sql)

const sqlLanguage = (dialect: SqlDialect): AttackLanguage => ({
  identifier: (name) => dialect.identifier(name),
  table: (table) => dialect.table(table),
  text: (value) => dialect.text(value),
  quoted: quotedAs((name) => dialect.identifier(name)),
  portable: PORTABLE_ATTACKS,
  everywhere: ['SELECT * FROM {table}', 'SELECT COUNT(*) AS n FROM {table} WHERE 1 = 1 OR 1 = 0'],
})

/** A name in the quotes of the dialect, which it puts around a word that is none of its names otherwise. */
const quotedAs =
  (identifier: SqlDialect['identifier']) =>
  (name: string): string => {
    const mark = identifier('a b')[0] ?? '"'
    return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
  }

/** Within the quotes of a text of JSON. */
const inJson = (name: string): string => JSON.stringify(name).slice(1, -1)

/** Commands as JSON, in which names stand in texts. */
const DOCUMENTS: AttackLanguage = {
  identifier: inJson,
  table: ({ name }) => inJson(name),
  text: (value) => JSON.stringify(value),
  quoted: (name) => inJson(JSON.stringify(name)),
  portable: undefined,
  everywhere: [
    '{"collection":"{table}","pipeline":[]}',
    '{"find":"{table}","filter":{"$or":[{"_id":{"$exists":true}},{"_id":null}]}}',
  ],
}
