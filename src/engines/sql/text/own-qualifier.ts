import type { Token } from './lexicon.ts'

/** The name that a database goes by in its own queries. */
export interface OwnName {
  readonly name: string
  /** Names that are the same have the same form here. */
  fold(name: string): string
}

/** After these stands a table, and no column. */
const BEFORE_TABLES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN', ',', '('])
const BEFORE_WITH: ReadonlySet<string> = new Set(['WITH', 'RECURSIVE', ','])

/**
 * A text in which tables are called without the database that they are in: `main.patients` is `patients`. Only where
 * nothing else of the text has the name of the database, so that nothing else can be meant; otherwise the text stays as
 * it is, and so does a table of which a WITH table has the name.
 */
export const withoutOwnName = (text: string, tokens: readonly Token[], { name, fold }: OwnName): string => {
  const own = fold(name)
  const places = tokens.flatMap((token, index) => (nameIn(token, fold) === own ? [index] : []))
  if (places.length === 0) return text
  const defined = new Set(tokens.flatMap((token, index) => (mayDefine(tokens, index) ? [nameIn(token, fold)] : [])))
  const [word, keyword] = [(index: number) => tokens[index]?.text, (index: number) => tokens[index]?.keyword ?? '']
  const isQualifier = (index: number): boolean => {
    const table = tokens[index + 2]
    const called = table === undefined ? undefined : nameIn(table, fold)
    if (word(index - 1) === '.' || word(index + 1) !== '.' || called === undefined) return false
    return word(index + 3) === '.' || (word(index + 3) !== '(' && BEFORE_TABLES.has(keyword(index - 1)))
  }
  if (!places.every(isQualifier)) return text
  let [unqualified, kept] = ['', 0]
  for (const index of places) {
    const table = tokens[index + 2]
    if (table === undefined || defined.has(nameIn(table, fold))) continue
    unqualified += text.slice(kept, tokens[index]?.start)
    kept = table.start
  }
  return unqualified + text.slice(kept)
}

/** Whether it may be the name of a WITH table. */
const mayDefine = (tokens: readonly Token[], index: number): boolean => {
  const after = tokens[index + 1]
  return BEFORE_WITH.has(tokens[index - 1]?.keyword ?? '') && (after?.keyword === 'AS' || after?.text === '(')
}

const nameIn = ({ kind, text }: Token, fold: OwnName['fold']): string | undefined => {
  if (kind === 'word') return fold(text)
  return kind === 'name' ? fold(text.slice(1, -1)) : undefined
}
