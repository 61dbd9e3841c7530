import type { GatedText } from './lexical-gate.ts'
import { lexicalGate } from './lexical-gate.ts'
import { fold, quote } from './names.ts'
import { parseStatements } from './parse.ts'
import { isNode, isPosition, listOf, nodeWith, type RawNode } from './raw-tree.ts'
import { attack } from './refuse.ts'
import type { TableRead } from './resolve.ts'
import { filteredSelect } from './row-filter.ts'

export interface Restricted {
  readonly statement: string
  readonly parameters: readonly (bigint | string)[]
  /** Each text that was put in, and the word that it replaced. */
  readonly replaced: readonly { readonly text: string; readonly name: string }[]
}

/**
 * Puts `(SELECT columns FROM "t" WHERE filter)` in the place of every table that a query reads, and proves that this,
 * and nothing else, changed: the new text must parse to the old tree with those tables exchanged.
 *
 * @throws Refused
 */
export const restrictReads = (gated: GatedText, tree: unknown, reads: readonly TableRead[]): Restricted => {
  const parameters: (bigint | string)[] = []
  const placeholder = (value: bigint | string): string => {
    const known = parameters.indexOf(value)
    return `?${known >= 0 ? known + 1 : parameters.push(value)}`
  }
  const offsets = offsetsIn(gated.text)
  const splices = reads.map((read) => {
    const { start, end } = placeOf(read, gated.text, offsets)
    const select = `(${filteredSelect(read.access, placeholder)})`
    return { read, start, end, select, text: read.aliased ? select : `${select} AS ${quote(read.name.text)}` }
  })
  const statement = splice(gated.text, splices)
  const intended = exchange(tree, new Map(splices.map(({ read, text }) => [read.raw, derived(read, text)])))
  const found = parseStatements(lexicalGate(statement, { parameters: true }).parserText)
  if (meaning(found) !== meaning(intended)) throw attack('not_proven', 'The query could not be restricted safely.')
  const replaced = splices.map(({ read, text }) => ({ text, name: read.name.text }))
  return { statement, parameters, replaced }
}

interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

const splice = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((a, b) => b.start - a.start)
    .reduce((written, { start, end, text }) => written.slice(0, start) + text + written.slice(end), text)

/** Where the name of the table stands in the text, checked against the text. */
const placeOf = ({ name }: TableRead, text: string, offsetAt: (at: unknown) => number) => {
  const span = nodeWith(name.raw.span, 'start', 'end')
  const [start, end] = [offsetAt(span.start), offsetAt(span.end)]
  const written = text
    .slice(start, end)
    .replace(/^["`[]|["`\]]$/g, '')
    .replaceAll('""', '"')
    .replaceAll('``', '`')
  if (fold(written) !== fold(name.text)) throw attack('not_proven', 'The query could not be restricted safely.')
  return { start, end }
}

/** The parser counts lines and characters (not UTF-16 units) from 1. */
const offsetsIn = (text: string) => {
  const lines = text.split('\n')
  const starts = lines.map((_, index) => lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0))
  return (at: unknown): number => {
    const { line, column } = nodeWith(at, 'line', 'column')
    if (typeof line !== 'number' || typeof column !== 'number') return -1
    const before = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('')
    return (starts[line - 1] ?? -1) + before.length
  }
}

/** The parser's node for a filtered table, with the alias of the one that it replaces. */
const derived = ({ raw, aliased }: TableRead, text: string): RawNode => {
  const statements = listOf(parseStatements(`SELECT 1 FROM ${text}`))
  const node = dig(statements, 0, 'Query', 'body', 'Select', 'from', 0, 'relation')
  if (!isNode(node) || !isNode(node.Derived)) throw attack('not_proven', 'The query could not be restricted safely.')
  return { Derived: aliased ? { ...node.Derived, alias: dig(raw, 'Table', 'alias') } : node.Derived }
}

const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isNode(at) ? at[key] : undefined
  }, value)

const exchange = (value: unknown, nodes: ReadonlyMap<RawNode, RawNode>): unknown => {
  if (Array.isArray(value)) return value.map((one) => exchange(one, nodes))
  if (!isNode(value)) return value
  const other = nodes.get(value)
  if (other !== undefined) return other
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exchange(one, nodes)]))
}

/** A tree without places, as one comparable text. */
const meaning = (tree: unknown): string =>
  JSON.stringify(tree, (key, value: unknown) => {
    if (isPosition(key)) return undefined
    return isNode(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  })
