import { LRUCache } from 'lru-cache'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Schema } from '../../../guard/schema.ts'
import { finalRefusal } from '../../shared/refuse.ts'
import type { GatedText } from '../text/gated-text.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { RewriteRules } from './rewrite-rules.ts'
import { isNode, nodeWith, type RawNode } from './tree/raw-tree.ts'
import type { TableRead, WithOccurrence } from './tree/resolve.ts'
import { hasSameMeaning } from './tree/same-meaning.ts'
import type { Name } from './tree/tree.ts'

export interface RestrictedStatement {
  readonly statement: string
  readonly parameters: readonly BoundValue[]
  /** Each inserted text and the word that it replaced. */
  readonly replaced: readonly { readonly text: string; readonly name: string }[]
}

/** A draft with what is known about it. */
interface DraftContext {
  readonly gated: GatedText
  readonly tree: unknown
  readonly reads: readonly TableRead[]
  readonly withOccurrences: readonly WithOccurrence[]
}

/**
 * Replaces every table that a query reads by `(SELECT columns FROM t WHERE filter)`, renames every WITH table to a name
 * that no table has, and proves that nothing else changed: the new text must parse to the old tree with those nodes
 * replaced.
 *
 * @throws Refused
 */
export const restrictReads = async (
  { gated, tree, reads, withOccurrences }: DraftContext,
  texts: ParsedTexts,
  dialect: RewriteRules,
  schema: Schema,
): Promise<RestrictedStatement> => {
  const parameters: BoundValue[] = []
  const placeholder = dialect.placeholders(parameters)
  const filtered = dialect.filters(tree, schema)
  const offsets = offsetsIn(gated.text)
  const ranges = reads.map((read) => ({ read, ...rangeOf(read, gated.text, offsets) }))
  // Some dialects number placeholders by their order in the text.
  const splices = ranges
    .toSorted((a, b) => a.start - b.start)
    .map(({ read, start, end }): Splice => {
      const before = parameters.length
      const select = `(${filtered(read.access, placeholder)})`
      const text = read.hasAlias ? select : `${select} AS ${dialect.quote(read.name.text)}`
      return { read, start, end, text, before }
    })
  const renamed = withOccurrences.map((place) => ({ place, ...renaming(place, gated.text, offsets, dialect) }))
  const statement = splice(gated.text, [...splices, ...renamed])
  const [found, ...sources] = await treesOf(statement, splices, texts, dialect)
  const replacements = new Map([
    ...splices.map(({ read }, index) => [read.raw, derivedNode(read, sources[index])] as const),
    ...renamed.map(({ place, to }) => [place.raw, to] as const),
  ])
  if (!hasSameMeaning(found, tree, replacements)) throw notProven()
  const replaced = [
    ...splices.map(({ read, text }) => ({ text, name: read.name.text })),
    ...renamed.map(({ place, text }) => ({ text, name: place.name.text })),
  ]
  // Longest first, because one text may contain another.
  return { statement, parameters, replaced: replaced.toSorted((a, b) => b.text.length - a.text.length) }
}

/** The replacement for the name of a WITH table: its new name, with the drafted name as alias where it is read. */
const renaming = (place: WithOccurrence, text: string, offsets: OffsetsIn, { quote }: RewriteRules): Renaming => {
  const written = quote(place.to)
  const quoteStyle = written[0]
  const word = (value: string): RawNode => ({ value, quote_style: quoteStyle })
  // Positions are present but not compared.
  const name = { ...word(place.to), span: undefined }
  const table = place.aliased === undefined ? undefined : nodeWith(place.raw, 'Table').Table
  const range = rangeOf(place, text, offsets)
  if (table === undefined) return { ...range, text: written, to: name }
  if (!isNode(table)) throw notProven()
  const { name: _, alias, ...rest } = table
  const drafted = place.name.text
  return {
    ...range,
    text: place.aliased === true ? written : `${written} AS ${quote(drafted)}`,
    to: {
      Table: {
        name: [{ Identifier: name }],
        alias: place.aliased === true ? alias : { explicit: true, name: word(drafted) },
        ...rest,
      },
    },
  }
}

interface Renaming extends TextRange {
  readonly text: string
  readonly to: RawNode
}

/** The tree of the statement, and one tree for each inserted text. */
const treesOf = async (
  statement: string,
  splices: readonly Splice[],
  texts: ParsedTexts,
  { gate, engine }: RewriteRules,
): Promise<readonly unknown[]> => {
  const sources = splices.map(({ text, before }) => ({ text: `SELECT 1 FROM ${text}`, before }))
  const keys = sources.map(({ text, before }) => `${engine} ${before} ${text}`)
  const missing = sources.filter((_, index) => !sourceTrees.has(keys[index] ?? ''))
  const gated = missing.map(({ text, before }) => gate.statement(text, before))
  const [found, ...parsed] = await texts.trees(gate.statement(statement), ...gated)
  return [
    found,
    ...sources.map((source, index) => {
      const key = keys[index] ?? ''
      const at = missing.indexOf(source)
      if (at < 0) return sourceTrees.get(key)?.tree
      sourceTrees.set(key, { tree: parsed[at] }, { size: source.text.length })
      return parsed[at]
    }),
  ]
}

/**
 * Cache of trees of filtered tables, which recur in drafts. Trees depend on the text alone, which contains no values,
 * so callers can share them.
 */
const sourceTrees = new LRUCache<string, { readonly tree: unknown }>({ maxSize: 300_000 })

const notProven = () => finalRefusal('not_proven', 'The query could not be restricted safely.')

type OffsetsIn = (line: number, column: number) => number

interface TextRange {
  readonly start: number
  readonly end: number
}

interface Splice extends TextRange {
  readonly read: TableRead
  readonly text: string
  /** Number of placeholders before it. */
  readonly before: number
}

const splice = (text: string, splices: readonly (TextRange & { readonly text: string })[]): string =>
  splices
    .toSorted((a, b) => a.start - b.start)
    .reduceRight((written, { start, end, text }) => written.slice(0, start) + text + written.slice(end), text)

/** The position of a table's name, with its database qualifier, checked against the text. */
const rangeOf = (
  { name, database }: { readonly name: Name; readonly database?: Name | undefined },
  text: string,
  offsetAt: OffsetsIn,
): TextRange => {
  const span = nodeWith(name.raw.span, 'start', 'end')
  const at = (place: unknown): number => {
    const { line, column } = nodeWith(place, 'line', 'column')
    return typeof line === 'number' && typeof column === 'number' ? offsetAt(line, column) : -1
  }
  const [start, end] = [at(span.start), at(span.end)]
  const written = text
    .slice(start, end)
    .replace(/^["`[]|["`\]]$/g, '')
    .replaceAll('""', '"')
    .replaceAll('``', '`')
  const first = database === undefined ? start : at(nodeWith(database.raw.span, 'start', 'end').start)
  if (first < 0 || first > start || written !== name.text) throw notProven()
  return { start: first, end }
}

/** The parser's node for a filtered table, with the alias of the node that it replaces. */
const derivedNode = ({ raw, hasAlias }: TableRead, statements: unknown): RawNode => {
  const node = valueAt(statements, 0, 'Query', 'body', 'Select', 'from', 0, 'relation')
  if (!isNode(node) || !isNode(node.Derived)) throw notProven()
  return { Derived: hasAlias ? { ...node.Derived, alias: valueAt(raw, 'Table', 'alias') } : node.Derived }
}

const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isNode(at) ? at[key] : undefined
  }, value)

/** Characters outside the basic multilingual plane take two UTF-16 units. */
const SURROGATE = /[\ud800-\udfff]/

/**
 * Converts parser positions to offsets. The parser counts lines and characters (not UTF-16 units) from 1.
 *
 * @returns a function from line and column to offset; -1 if the line does not exist
 */
const offsetsIn = (text: string): ((line: number, column: number) => number) => {
  const lines = text.split('\n')
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return (line, column) => {
    const [from, written] = [starts[line - 1], lines[line - 1]]
    if (from === undefined || written === undefined) return -1
    return from + (SURROGATE.test(written) ? utf16Length(written, column - 1) : Math.min(column - 1, written.length))
  }
}

/** Number of UTF-16 units of the first `characters` of a line. */
const utf16Length = (line: string, characters: number): number => {
  let units = 0
  for (let count = 0; count < characters && units < line.length; count++)
    units += (line.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}
