import type { Token } from './lexicon.ts'

/** The name of a database in its own queries. */
export interface OwnName {
  readonly name: string
  /** Equal names have the same folded form. */
  fold(name: string): string
}

/** Tokens before a table, but never before a column. */
const BEFORE_TABLES: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'STRAIGHT_JOIN', ',', '('])
const BEFORE_WITH: ReadonlySet<string> = new Set(['WITH', 'RECURSIVE', ','])

/**
 * Removes the database's own name before tables: `main.patients` becomes `patients`. The text stays unchanged if
 * anything else in it has that name, and so do tables with the name of a WITH table.
 */
export const withoutOwnQualifier = (text: string, tokens: readonly Token[], { name, fold }: OwnName): string => {
  const foldedOwnName = fold(name)
  const ownNameTokens = tokens.flatMap((token, index) => (nameIn(token, fold) === foldedOwnName ? [index] : []))
  if (ownNameTokens.length === 0) return text
  const defined = new Set(tokens.flatMap((token, index) => (mayDefine(tokens, index) ? [nameIn(token, fold)] : [])))
  const [word, keyword] = [(index: number) => tokens[index]?.text, (index: number) => tokens[index]?.keyword ?? '']
  const isQualifier = (index: number): boolean => {
    const table = tokens[index + 2]
    const tableName = table === undefined ? undefined : nameIn(table, fold)
    if (word(index - 1) === '.' || word(index + 1) !== '.' || tableName === undefined) return false
    return word(index + 3) === '.' || (word(index + 3) !== '(' && BEFORE_TABLES.has(keyword(index - 1)))
  }
  if (!ownNameTokens.every(isQualifier)) return text
  let [unqualified, kept] = ['', 0]
  for (const index of ownNameTokens) {
    const table = tokens[index + 2]
    if (table === undefined || defined.has(nameIn(table, fold))) continue
    unqualified += text.slice(kept, tokens[index]?.start)
    kept = table.start
  }
  return unqualified + text.slice(kept)
}

/** Whether a token may be the name of a WITH table. */
const mayDefine = (tokens: readonly Token[], index: number): boolean => {
  const after = tokens[index + 1]
  return BEFORE_WITH.has(tokens[index - 1]?.keyword ?? '') && (after?.keyword === 'AS' || after?.text === '(')
}

const nameIn = ({ kind, text }: Token, fold: OwnName['fold']): string | undefined => {
  if (kind === 'word') return fold(text)
  return kind === 'name' ? fold(text.slice(1, -1)) : undefined
}
