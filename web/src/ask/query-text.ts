/** A piece of a query, and whether the guard has added it. */
interface QueryPiece {
  readonly text: string
  readonly isAdded: boolean
}

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[\p{L}\p{N}_$]+|\s+|./gsu
/** Clauses that begin a line of their own. */
const CLAUSE =
  /^(?:FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|(?:LEFT |RIGHT |INNER |CROSS |FULL )?(?:OUTER )?JOIN|UNION)\b/i
const CLAUSE_LENGTH = 20
/** The diff costs the product of both lengths: longer queries are shown without it. */
const TOKENS_MAX = 1_500

/** Formats a query with one clause per line; commands of MongoDB are indented. */
export const formattedQuery = (query: string): string => {
  if (!query.trimStart().startsWith('{')) return clauseLines(query)
  try {
    return JSON.stringify(JSON.parse(query), undefined, 2)
  } catch {
    return query
  }
}

/** Breaks a statement before its clauses, but not inside parentheses. */
const clauseLines = (query: string): string => {
  let text = ''
  let depth = 0
  let at = 0
  for (const token of query.match(TOKENS) ?? []) {
    at += token.length
    if (token === '(') depth++
    if (token === ')') depth--
    text += depth === 0 && token.trim() === '' && CLAUSE.test(query.slice(at, at + CLAUSE_LENGTH)) ? '\n' : token
  }
  return text
}

/** The query as run, with the additions to the drafted query marked. */
export const addedPieces = (written: string, run: string): readonly QueryPiece[] => {
  const before = (written.match(TOKENS) ?? []).filter((token) => token.trim() !== '')
  const after = run.match(TOKENS) ?? []
  if (before.length > TOKENS_MAX || after.length > TOKENS_MAX) return [{ text: run, isAdded: false }]
  const words = after.flatMap((token, at) => (token.trim() === '' ? [] : [{ token, at }]))
  const kept = commonIndexes(
    before,
    words.map(({ token }) => token),
  )
  const keptAt = new Set(kept.map((place) => words[place]?.at))
  const pieces: QueryPiece[] = []
  for (const [at, token] of after.entries()) {
    const last = pieces.at(-1)
    const isAdded = token.trim() === '' ? (last?.isAdded ?? false) : !keptAt.has(at)
    if (last?.isAdded === isAdded) pieces[pieces.length - 1] = { text: last.text + token, isAdded }
    else pieces.push({ text: token, isAdded })
  }
  return pieces
}

/** Indexes in `after` of the longest common subsequence of two lists. */
const commonIndexes = (before: readonly string[], after: readonly string[]): readonly number[] => {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const indexes: number[] = []
  for (let [row, column] = [0, 0]; row < before.length && column < after.length; ) {
    if (before[row] === after[column]) {
      indexes.push(column)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return indexes
}
