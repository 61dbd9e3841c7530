import type { QueryReading, Source } from '../query-reading.ts'
import { literalsOf } from './sql-literals.ts'
import { definedNames, namesOf } from './sql-names.ts'
import { isNameToken, type Token, tokensOf } from './sql-tokens.ts'

export const readSql = (query: string): QueryReading | undefined => {
  const tokens = tokensOf(query)
  if (tokens === undefined) return undefined
  const given = definedNames(tokens, query)
  return {
    literals: literalsOf(tokens),
    names: namesOf(tokens, query, given),
    sources: sourcesOf(tokens),
    definedNames: given.names,
  }
}

const CLAUSE_WORDS: ReadonlySet<string> = new Set([
  'AS',
  'WHERE',
  'JOIN',
  'ON',
  'INNER',
  'LEFT',
  'RIGHT',
  'FULL',
  'CROSS',
  'NATURAL',
  'USING',
  'GROUP',
  'ORDER',
  'HAVING',
  'LIMIT',
  'OFFSET',
  'FETCH',
  'WINDOW',
  'UNION',
  'INTERSECT',
  'EXCEPT',
  'STRAIGHT_JOIN',
  'FOR',
  'SET',
])

const sourcesOf = (tokens: readonly Token[]): readonly Source[] => {
  const sources: Source[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { sign } = tokens[at] ?? { sign: '' }
    if ((sign !== 'FROM' && sign !== 'JOIN') || isOfExpression(tokens, at)) continue
    for (let next = at + 1; ; next++) {
      const first = tokens[next]
      if (first === undefined || !isNameToken(first)) break
      const second = tokens[next + 1]?.sign === '.' ? tokens[next + 2] : undefined
      const name = second ?? first
      next += second === undefined ? 1 : 3
      if (tokens[next]?.sign === 'AS') next++
      const aliasToken = tokens[next]
      const alias =
        aliasToken !== undefined && isNameToken(aliasToken) && !CLAUSE_WORDS.has(aliasToken.sign)
          ? aliasToken.text
          : undefined
      if (alias !== undefined) next++
      sources.push({
        name: name.text,
        ...(second === undefined ? {} : { schema: first.text }),
        ...(alias === undefined ? {} : { alias }),
      })
      if (tokens[next]?.sign !== ',') break
    }
  }
  return sources
}

/** `EXTRACT(year FROM day)`, `a IS DISTINCT FROM b`. */
const isOfExpression = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 3]?.sign === 'EXTRACT' || tokens[at - 1]?.sign === 'DISTINCT'
