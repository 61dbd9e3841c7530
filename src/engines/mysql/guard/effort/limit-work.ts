import type { Schema } from '../../../../guard/schema.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isNode, listOf, type RawNode } from '../../../sql/guard/tree/raw-tree.ts'
import { patternSteps } from './pattern-steps.ts'
import {
  ANY_NAME,
  argumentsOf,
  functionName,
  growth,
  PACKET,
  STORED_TEXT_MAX,
  TextSizes,
  textOf,
} from './text-sizes.ts'

/** Maximum computation between two kill checks of a server, in ns on a slow machine. */
const WORK_MAX = 1.5e9
/** Assumed length of stored texts that patterns are matched against: names, addresses, numbers. */
const MATCHED_LENGTH = 100

const COSTLY: ReadonlySet<string> = new Set(
  `replace regexp_replace regexp_instr regexp_like regexp_substr locate instr find_in_set repeat lpad rpad space sha sha1
  sha2 md5`.split(/\s+/),
)

interface Found {
  /** Costly operations and their names in hints. */
  readonly costly: { readonly name: string; readonly args: readonly unknown[] }[]
  readonly definitions: Map<string, unknown[]>
  queries: number
}

/**
 * Refuses a query that may keep a server busy for seconds without a kill check: some functions take quadratic time in
 * their texts or worse, and within a row neither KILL nor a time limit stops them. Texts are therefore bounded
 * beforehand.
 *
 * @param tree the draft's syntax tree
 * @throws Refused
 */
export const limitWork = (tree: unknown, schema: Schema): void => {
  const found: Found = { costly: [], definitions: new Map(), queries: 0 }
  collect(tree, found)
  if (found.costly.length === 0) return
  const [sizes, matched] = [STORED_TEXT_MAX, MATCHED_LENGTH].map(
    (storedMax) => new TextSizes({ schema, storedMax, ...found }),
  )
  if (sizes === undefined || matched === undefined) return
  let work = 0
  for (const { name, args } of found.costly) {
    work += estimateWork(name, args, sizes, matched)
    if (!(work <= WORK_MAX))
      throw repairableRefusal(
        'too_costly',
        `The texts of ${name.toUpperCase()} may become too long: use it once, on a plain column or on LEFT(text, 1000).`,
      )
  }
}

const collect = (value: unknown, found: Found): void => {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, found)
    return
  }
  if (!isNode(value)) return
  if (Object.hasOwn(value, 'body')) {
    found.queries++
    defineParts(found.definitions, value)
  }
  for (const [form, content] of Object.entries(value)) {
    if (isNode(content)) collectForm(form, content, found)
    collect(content, found)
  }
}

const collectForm = (form: string, content: RawNode, { costly, definitions }: Found): void => {
  switch (form) {
    case 'Function': {
      const name = functionName(content)
      if (COSTLY.has(name)) costly.push({ name, args: argumentsOf(content) })
      return
    }
    case 'Like':
    case 'RLike':
      costly.push({ name: form.toLowerCase(), args: [content.expr, content.pattern] })
      return
    case 'Position':
      costly.push({ name: 'locate', args: [content.expr, content.in] })
      return
    case 'JsonTable':
      costly.push({ name: 'json_table', args: [content.json_expr] })
      defineRowColumns(definitions, content, content.columns)
      return
    case 'ExprWithAlias':
      if (isNode(content.alias)) define(definitions, content.alias.value, content.expr)
      return
    case 'with':
      for (const table of listOf(content.cte_tables)) defineColumns(definitions, table)
  }
}

const define = (definitions: Map<string, unknown[]>, name: unknown, expression: unknown): void => {
  const key = String(name).toLowerCase()
  const known = definitions.get(key)
  if (known === undefined) definitions.set(key, [expression])
  else known.push(expression)
}

/** Counted twice, because a server may reformat JSON with spaces; defaults count too. */
const defineRowColumns = (definitions: Map<string, unknown[]>, table: RawNode, columns: unknown): void => {
  for (const column of listOf(columns)) {
    const { Named: named, Nested: nested } = isNode(column) ? column : {}
    if (isNode(named) && isNode(named.name))
      define(definitions, named.name.value, [table.json_expr, table.json_expr, named.on_empty, named.on_error])
    if (isNode(nested)) defineRowColumns(definitions, table, nested.columns)
  }
}

/** The columns of `WITH t(a, b) AS (…)`. */
const defineColumns = (definitions: Map<string, unknown[]>, table: unknown): void => {
  if (!isNode(table) || !isNode(table.alias)) return
  for (const column of listOf(table.alias.columns))
    if (isNode(column) && isNode(column.name)) define(definitions, column.name.value, table.query)
}

/** Columns of later UNION parts have the names of the first part. */
const defineParts = (definitions: Map<string, unknown[]>, query: RawNode): void => {
  let first = query.body
  while (isNode(first) && (isNode(first.SetOperation) || isNode(first.Query)))
    first = isNode(first.SetOperation) ? first.SetOperation.left : isNode(first.Query) ? first.Query.body : undefined
  if (first === query.body || !isNode(first) || !isNode(first.Select)) return
  for (const item of listOf(first.Select.projection)) define(definitions, nameOfItem(item), query)
}

const nameOfItem = (item: unknown): string => {
  if (!isNode(item)) return ANY_NAME
  const named = isNode(item.ExprWithAlias) ? item.ExprWithAlias.alias : undefined
  const bare = isNode(item.UnnamedExpr) ? item.UnnamedExpr : {}
  const last = named ?? bare.Identifier ?? listOf(bare.CompoundIdentifier).at(-1)
  return isNode(last) ? String(last.value) : ANY_NAME
}

const estimateWork = (name: string, args: readonly unknown[], sizes: TextSizes, matched: TextSizes): number => {
  const [first, second, third] = args
  const size = sizes.of(first)
  switch (name) {
    case 'replace':
      return replaceWork(size, sizes.of(third), textOf(second))
    case 'regexp_replace':
      return 5 * matched.of(first) * matchSteps(second, matched.of(first)) + size ** 2
    case 'rlike':
    case 'regexp_instr':
    case 'regexp_like':
    case 'regexp_substr':
      return 5 * matchSteps(second, matched.of(first))
    case 'like':
      return 18 * size * matched.of(second)
    case 'instr':
      return 2 * size * matched.of(second)
    case 'locate':
    case 'find_in_set':
      return 2 * matched.of(first) * sizes.of(second)
    default:
      return 15 * Math.max(size, sizes.ofCall(name, args))
  }
}

/** Each replacement moves the rest of the text, byte by byte if the text grows. */
const replaceWork = (size: number, replacement: number, searched: string | undefined): number => {
  const parts = size / Math.max(1, Buffer.byteLength(searched ?? ''))
  const grown = growth(replacement, searched)
  return Math.min(parts, PACKET) * ((size * grown) / 2) * (grown > 1 ? 0.85 : 0.05)
}

const matchSteps = (pattern: unknown, length: number): number => {
  const text = textOf(pattern)
  return text === undefined ? Number.POSITIVE_INFINITY : length * patternSteps(text, length)
}
