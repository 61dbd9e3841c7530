import type { BoundValue } from '../../../domain/guard/restriction.ts'
import { type GatedText, statementGate } from './lexical-gate.ts'
import { fold, quote } from './names.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import { isNode, listOf, nodeWith, type RawNode } from './raw-tree.ts'
import { attack } from './refuse.ts'
import type { TableRead } from './resolve.ts'
import { filteredSelect } from './row-filter.ts'
import { sameMeaning } from './same-meaning.ts'
import { offsetsIn } from './text-offsets.ts'

export interface Restricted {
  readonly statement: string
  readonly parameters: readonly BoundValue[]
  /** Each text that was put in, and the word that it replaced. */
  readonly replaced: readonly { readonly text: string; readonly name: string }[]
}

/**
 * Puts `(SELECT columns FROM "t" WHERE filter)` in the place of every table that a query reads, and proves that this,
 * and nothing else, changed: the new text must parse to the old tree with those tables exchanged.
 *
 * @throws Refused
 */
export const restrictReads = async (
  gated: GatedText,
  tree: unknown,
  reads: readonly TableRead[],
  texts: ParsedTexts,
): Promise<Restricted> => {
  const parameters: BoundValue[] = []
  const placeholder = (value: BoundValue): string => {
    const known = parameters.indexOf(value)
    return `?${known >= 0 ? known + 1 : parameters.push(value)}`
  }
  const offsets = offsetsIn(gated.text)
  const splices = reads.map((read) => {
    const { start, end } = placeOf(read, gated.text, offsets)
    const select = `(${filteredSelect(read.access, placeholder)})`
    return { read, start, end, text: read.aliased ? select : `${select} AS ${quote(read.name.text)}` }
  })
  const statement = splice(gated.text, splices)
  const sources = splices.map(({ text }) => `SELECT 1 FROM ${text}`)
  const [found, ...put] = await texts.trees(statementGate(statement).parserText, ...sources)
  const exchanged = new Map(splices.map(({ read }, index) => [read.raw, derived(read, put[index])]))
  if (!sameMeaning(found, tree, exchanged)) throw notProven()
  const replaced = splices.map(({ read, text }) => ({ text, name: read.name.text }))
  return { statement, parameters, replaced }
}

const notProven = () => attack('not_proven', 'The query could not be restricted safely.')

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
const placeOf = ({ name }: TableRead, text: string, offsetAt: (line: number, column: number) => number) => {
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
  if (start < 0 || fold(written) !== fold(name.text)) throw notProven()
  return { start, end }
}

/** The parser's node for a filtered table, with the alias of the one that it replaces. */
const derived = ({ raw, aliased }: TableRead, statements: unknown): RawNode => {
  const node = dig(listOf(statements), 0, 'Query', 'body', 'Select', 'from', 0, 'relation')
  if (!isNode(node) || !isNode(node.Derived)) throw notProven()
  return { Derived: aliased ? { ...node.Derived, alias: dig(raw, 'Table', 'alias') } : node.Derived }
}

const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isNode(at) ? at[key] : undefined
  }, value)
