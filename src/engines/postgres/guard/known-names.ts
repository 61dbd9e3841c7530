import { outputName } from './output-name.ts'
import { type OwnTypes, typeCalled, type ValueKind, valueKind } from './own-types.ts'
import { isNode, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import type { TableRead } from './walk.ts'

/** What stands in a comparison: a constant goes with every kind, and what a sub-select computes with constants only. */
export type Compared = ValueKind | 'constant' | 'computed'

/**
 * What the names of columns in one query stand for, wherever they are used: a name that several tables have is of one
 * kind only if it is so in all of them, and one that the query gives to something else is of none.
 */
export class KnownNames {
  readonly #stored = new Map<string, Compared | undefined>()
  readonly #types: OwnTypes
  readonly #given = new Set<string>()
  /** What sub-selects give such a name to. */
  readonly #values = new Map<string, RawNode[]>()
  /** Names in lists after an alias: what they stand for is only counted. */
  readonly #listed = new Set<string>()
  readonly #relations = new Set<string>()
  /**
   * Answers of `once`, by question, for as long as these names live: one draft. A question is all that its answer depends
   * on beside the names, undefined is an answer too, and so no chain of names is followed twice, however many use it.
   */
  readonly #found = new Map<string, Compared | undefined>()

  constructor(query: RawNode, reads: readonly TableRead[], types: OwnTypes) {
    this.#types = types
    for (const { source } of reads) {
      const { table, columns } = source.access
      for (const name of columns) {
        const kind = valueKind(table.columns.find((column) => column.name === name)?.type ?? '', types)
        const known = this.#stored.has(name) ? this.#stored.get(name) : kind
        this.#stored.set(name, togetherOf(known, kind))
      }
    }
    this.#collect(query, true)
  }

  /** The kind of constants that are cast to a type of this name. */
  kindOfType(names: readonly string[]): Compared | undefined {
    const own = names[0] === 'pg_catalog' ? undefined : typeCalled(names, this.#types)
    return valueKind(own?.declared ?? names.at(-1) ?? '', this.#types)
  }

  /** @returns undefined for what may be anything, whole rows among it */
  kindOf(reference: RawNode): Compared | undefined {
    const fields = stringsAt(reference, 'fields') ?? []
    const name = fields.at(-1)
    if (name === undefined || fields.length > 2) return undefined
    if (fields.length === 1 && this.#relations.has(name)) return undefined
    const kind = this.#stored.get(name)
    if (this.#stored.has(name) && kind === undefined) return undefined
    return this.#given.has(name) ? 'computed' : kind
  }

  /** What columns of tables that have this name are; undefined where none has it. */
  storedKind(reference: RawNode): Compared | undefined {
    return this.#stored.get(stringsAt(reference, 'fields')?.at(-1) ?? '')
  }

  /**
   * Everything that a name of the query's own may stand for, beside the columns of tables.
   *
   * @returns undefined where that is not known, none where the query gives the name to nothing
   */
  valuesOf(reference: RawNode): readonly RawNode[] | undefined {
    const name = stringsAt(reference, 'fields')?.at(-1) ?? ''
    return this.#listed.has(name) ? undefined : (this.#values.get(name) ?? [])
  }

  /**
   * Finds something out once, however many names lead to it.
   *
   * @param question names the answer among all that is asked of these names: who asks, and about what
   */
  once(question: string, find: () => Compared | undefined): Compared | undefined {
    if (!this.#found.has(question)) this.#found.set(question, find())
    return this.#found.get(question)
  }

  #collect(value: unknown, outermost: boolean): void {
    if (Array.isArray(value)) {
      for (const one of value) this.#collect(one, outermost)
      return
    }
    if (!isNode(value)) return
    for (const key in value) {
      const content = value[key]
      if ((key === 'alias' || key === 'join_using_alias') && isNode(content))
        this.#give(textAt(content, 'aliasname'), content, 'colnames')
      else if (key === 'RangeVar' && isNode(content)) this.#give(textAt(content, 'relname'), content, '')
      else if (key === 'CommonTableExpr' && isNode(content))
        this.#give(textAt(content, 'ctename'), content, 'aliascolnames')
      else if (key === 'targetList' && !outermost) for (const target of listAt(value, key)) this.#giveTarget(target)
      if (typeof content === 'object') this.#collect(content, false)
    }
  }

  #give(relation: string | undefined, node: RawNode, columns: string): void {
    if (relation !== undefined) this.#relations.add(relation)
    for (const name of stringsAt(node, columns) ?? []) {
      this.#given.add(name)
      this.#listed.add(name)
    }
  }

  /** A column that keeps its name is what it was. */
  #giveTarget(target: RawNode): void {
    const result = nodeAt(target, 'ResTarget') ?? {}
    const value = nodeAt(result, 'val') ?? {}
    const stored = nodeAt(value, 'ColumnRef')
    const name = textAt(result, 'name') ?? outputName(value, NO_NAMES)
    if (stored !== undefined && stringsAt(stored, 'fields')?.at(-1) === name) return
    this.#given.add(name)
    const values = this.#values.get(name) ?? []
    values.push(value)
    this.#values.set(name, values)
  }
}

const NO_NAMES: ReadonlyMap<RawNode, string> = new Map()

const togetherOf = (one: Compared | undefined, other: Compared | undefined): Compared | undefined =>
  one === undefined || other === undefined || one === other ? one && other : 'computed'
