import { type DatabaseTypes, typeNamed, type ValueKind, valueKind } from './database-types.ts'
import { outputName } from './output-name.ts'
import { isNode, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import type { TableRead } from './walk.ts'

/** The kind of a compared value: a constant is comparable with every kind, a computed value with constants only. */
export type ComparableKind = ValueKind | 'constant' | 'computed'

/**
 * What column names in one query refer to, in any scope: a name of several tables has a kind only if all agree, and a
 * name that the query assigns to something else has none.
 */
export class KnownNames {
  readonly #stored = new Map<string, ComparableKind | undefined>()
  readonly #types: DatabaseTypes
  readonly #assigned = new Set<string>()
  /** What sub-selects assign such a name to. */
  readonly #values = new Map<string, RawNode[]>()
  /** Names in column lists after an alias, which are matched by position only. */
  readonly #listed = new Set<string>()
  readonly #relations = new Set<string>()
  /**
   * Cache of `once`, for one draft. A question identifies everything that its answer depends on besides the names;
   * undefined is cached too, so that no chain of names is followed twice.
   */
  readonly #found = new Map<string, ComparableKind | undefined>()

  constructor(query: RawNode, reads: readonly TableRead[], types: DatabaseTypes) {
    this.#types = types
    for (const { source } of reads) {
      const { table, columns } = source.access
      for (const name of columns) {
        const kind = valueKind(table.columns.find((column) => column.name === name)?.type ?? '', types)
        const known = this.#stored.has(name) ? this.#stored.get(name) : kind
        this.#stored.set(name, mergeKinds(known, kind))
      }
    }
    this.#collect(query, true)
  }

  /** The kind of constants cast to this type. */
  kindOfType(names: readonly string[]): ComparableKind | undefined {
    const own = names[0] === 'pg_catalog' ? undefined : typeNamed(names, this.#types)
    return valueKind(own?.declared ?? names.at(-1) ?? '', this.#types)
  }

  /** @returns undefined if the kind is unknown, for example for whole rows */
  kindOf(reference: RawNode): ComparableKind | undefined {
    const fields = stringsAt(reference, 'fields') ?? []
    const name = fields.at(-1)
    if (name === undefined || fields.length > 2) return undefined
    if (fields.length === 1 && this.#relations.has(name)) return undefined
    const kind = this.#stored.get(name)
    if (this.#stored.has(name) && kind === undefined) return undefined
    return this.#assigned.has(name) ? 'computed' : kind
  }

  /** The kind of table columns with this name; undefined if there are none. */
  storedKind(reference: RawNode): ComparableKind | undefined {
    return this.#stored.get(stringsAt(reference, 'fields')?.at(-1) ?? '')
  }

  /**
   * All values that a name assigned by the query may have, besides table columns.
   *
   * @returns undefined if unknown; empty if the query assigns the name to nothing
   */
  valuesOf(reference: RawNode): readonly RawNode[] | undefined {
    const name = stringsAt(reference, 'fields')?.at(-1) ?? ''
    return this.#listed.has(name) ? undefined : (this.#values.get(name) ?? [])
  }

  /** Computes an answer once per question. @param question identifies the answer: who asks, and about what */
  memoized(question: string, find: () => ComparableKind | undefined): ComparableKind | undefined {
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
        this.#assign(textAt(content, 'aliasname'), content, 'colnames')
      else if (key === 'RangeVar' && isNode(content)) this.#assign(textAt(content, 'relname'), content, '')
      else if (key === 'CommonTableExpr' && isNode(content))
        this.#assign(textAt(content, 'ctename'), content, 'aliascolnames')
      else if (key === 'targetList' && !outermost) for (const target of listAt(value, key)) this.#assignTarget(target)
      if (typeof content === 'object') this.#collect(content, false)
    }
  }

  #assign(relation: string | undefined, node: RawNode, columns: string): void {
    if (relation !== undefined) this.#relations.add(relation)
    for (const name of stringsAt(node, columns) ?? []) {
      this.#assigned.add(name)
      this.#listed.add(name)
    }
  }

  /** A column that keeps its name keeps its kind. */
  #assignTarget(target: RawNode): void {
    const result = nodeAt(target, 'ResTarget') ?? {}
    const value = nodeAt(result, 'val') ?? {}
    const stored = nodeAt(value, 'ColumnRef')
    const name = textAt(result, 'name') ?? outputName(value, NO_NAMES)
    if (stored !== undefined && stringsAt(stored, 'fields')?.at(-1) === name) return
    this.#assigned.add(name)
    const values = this.#values.get(name) ?? []
    values.push(value)
    this.#values.set(name, values)
  }
}

const NO_NAMES: ReadonlyMap<RawNode, string> = new Map()

const mergeKinds = (one: ComparableKind | undefined, other: ComparableKind | undefined): ComparableKind | undefined =>
  one === undefined || other === undefined || one === other ? one && other : 'computed'
