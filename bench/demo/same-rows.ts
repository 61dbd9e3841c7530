/** Rows of a result, without column names. */
export type Rows = readonly (readonly Cell[])[]
export type Cell = string | number | boolean | null

/**
 * Whether `actual` matches `gold`: the same rows in any order (in gold's order if `ordered`), with any column names and
 * column order. Further columns are allowed, numbers may be rounded to cents, and a single NULL equals a single 0: the
 * sum of no rows.
 */
export const sameRows = (actual: Rows, gold: Rows, ordered: boolean): boolean => {
  if (actual.length !== gold.length) return false
  if (gold.length === 0) return true
  const arrange = ordered ? (rows: Rows) => rows : sorted
  const wanted = arrange(gold)
  return arrangements(actual, gold).some((arranged) => sameInTurn(arrange(arranged), wanted))
}

/**
 * As `sameRows`, for "top n" with ties at the limit: any choice among the tied rows is right.
 *
 * @param ranked all candidate rows in order, each with its ranking value as last cell.
 */
export const sameTop = (actual: Rows, gold: Rows, ranked: Rows, ordered: boolean): boolean => {
  if (actual.length !== gold.length) return false
  const keys = new Map(ranked.map((row) => [text(row.slice(0, -1)), row.at(-1) ?? null]))
  const wanted = ranked.slice(0, gold.length).map((row) => [row.at(-1) ?? null])
  return arrangements(actual, gold).some((arranged) => {
    const found = arranged.map((row) => keys.get(text(row)))
    const known = found.filter((key) => key !== undefined)
    const distinct = new Set(arranged.map(text)).size === arranged.length
    return (
      distinct &&
      known.length === found.length &&
      sameRows(
        known.map((key) => [key]),
        wanted,
        ordered,
      )
    )
  })
}

/** Every selection of gold's number of columns from the actual ones, in every order. */
const arrangements = (actual: Rows, gold: Rows): readonly Rows[] => {
  const width = gold[0]?.length ?? 0
  const choose = (taken: readonly number[]): readonly (readonly number[])[] => {
    if (taken.length === width) return [taken]
    const free = (actual[0] ?? []).map((_, index) => index).filter((index) => !taken.includes(index))
    return free
      .filter((index) => couldBe(actual, index, gold, taken.length))
      .flatMap((index) => choose([...taken, index]))
  }
  return choose([]).map((columns) => actual.map((row) => columns.map((index) => row[index] ?? null)))
}

/** Quick check: texts stay texts and numbers stay numbers, which excludes most arrangements. */
const couldBe = (actual: Rows, from: number, gold: Rows, to: number): boolean => {
  const kinds = (rows: Rows, index: number) =>
    new Set(rows.flatMap((row) => (row[index] === null ? [] : [typeof plain(row[index] ?? null)])))
  const [found, wanted] = [kinds(actual, from), kinds(gold, to)]
  return found.size === 0 || wanted.size === 0 || [...found].some((kind) => wanted.has(kind))
}

const sorted = (rows: Rows): Rows =>
  rows
    .map((row) => ({ row, key: text(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row)

const sameInTurn = (actual: Rows, gold: Rows): boolean =>
  gold.every((row, index) => row.every((cell, column) => same(actual[index]?.[column] ?? null, cell, alone(gold))))

const alone = (rows: Rows): boolean => rows.length === 1 && rows[0]?.length === 1

const same = (actual: Cell, gold: Cell, lone: boolean): boolean => {
  const [a, b] = [plain(actual), plain(gold)]
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 0.0051 + 1e-6 * Math.abs(b)
  if (lone && (a ?? 0) === 0 && (b ?? 0) === 0) return true
  return a === b
}

/** `"2025"` and `"03"` equal their numbers: years and months may be text or number. */
const plain = (cell: Cell): string | number | null => {
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
}

const text = (row: readonly Cell[]): string =>
  JSON.stringify(row.map((cell) => plain(cell)).map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)))
