import { finalRefusal, repairableRefusal } from '../../shared/refuse.ts'
import { shortened } from '../language/names.ts'
import { onlyKnownFields, unsupported } from './node-fields.ts'
import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import type { Walk, WalkContext, WithScope } from './walk.ts'
import { typed } from './walk-expression.ts'

/**
 * Resolves a WITH clause by PostgreSQL's rules: a table sees earlier ones, with RECURSIVE the whole clause and itself;
 * the innermost wins; a qualified name never refers to one.
 *
 * @throws Refused
 */
export const openWith = (walk: Walk, clause: RawNode, place: WalkContext): WithScope | undefined => {
  const recursive = onlyKnownFields('WithClause', clause).recursive === true
  const ctes = listAt(clause, 'ctes').map((cte) => {
    walk.countCte()
    const { type, node } = typed(cte)
    if (type !== 'CommonTableExpr') throw unsupported(type)
    return new WithTable(walk, onlyKnownFields('CommonTableExpr', node))
  })
  const names = new Set<string>()
  for (const { name } of ctes) {
    if (names.has(name)) throw repairableRefusal('duplicate_alias', `Two WITH tables are named ${shortened(name)}.`)
    names.add(name)
  }
  if (!recursive) {
    let { withs } = place
    for (const table of ctes) {
      table.columns({ scope: place.scope, withs })
      withs = scopeOf([table], place, withs)
    }
    return withs
  }
  const scope = scopeOf(ctes, place, place.withs)
  for (const table of ctes) table.columns({ scope: place.scope, withs: scope })
  return scope
}

const scopeOf = (tables: readonly WithTable[], { scope }: WalkContext, outer: WithScope | undefined): WithScope => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const self: WithScope = { outer, columns: (name) => byName.get(name)?.columns({ scope, withs: self }) }
  return self
}

/** A WITH table; its columns are known once the first part of its query is resolved. */
class WithTable {
  readonly name: string
  readonly #walk: Walk
  readonly #node: RawNode
  #state: 'new' | 'open' | 'done' = 'new'
  #columns: readonly string[] | undefined

  constructor(walk: Walk, node: RawNode) {
    this.#walk = walk
    this.#node = node
    this.name = textAt(node, 'ctename') ?? ''
  }

  columns(place: WalkContext): readonly string[] {
    if (this.#state === 'new') {
      this.#state = 'open'
      const { type, node } = typed(nodeAt(this.#node, 'ctequery'))
      if (type !== 'SelectStmt') throw finalRefusal('not_a_select', 'A WITH table must be a SELECT.')
      const columns = this.#walk.query(node, place, (first) => {
        this.#columns ??= this.#renamed(first)
      })
      this.#columns ??= this.#renamed(columns)
      this.#state = 'done'
    }
    if (this.#columns === undefined)
      throw repairableRefusal(
        'circular_reference',
        `The WITH table ${shortened(this.name)} refers to itself; rename it.`,
      )
    return this.#columns
  }

  #renamed(columns: readonly string[]): readonly string[] {
    const names = stringsAt(this.#node, 'aliascolnames') ?? []
    if (names.length > columns.length)
      throw repairableRefusal('unknown_column', `${shortened(this.name)} has only ${columns.length} columns to name.`)
    return names.length === 0 ? columns : [...names, ...columns.slice(names.length)]
  }
}
