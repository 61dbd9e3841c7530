import { looksSecret } from '../../../guard/proposal/secret-column.ts'
import type { Column } from '../../../guard/schema.ts'
import { aliasOf, TYPE } from '../run/elements.ts'
import { DYNAMIC } from './dynamic-keys.ts'
import type { PathNode } from './path-node.ts'

export interface PathColumn extends Column {
  readonly node: PathNode
  /** Whether it lies in an array and some element lacks it. */
  readonly lacking?: boolean
}

/** Maximum per collection; the rarest paths are dropped first. */
const PATHS_MAX = 500

/**
 * The paths of a collection, each parent before its children. Secret-looking names below dynamic top-level keys are not
 * described: no projection can exclude them, and rows are stripped of undescribed secrets.
 *
 * @param documents number of sampled documents
 */
export const columnsOf = (root: PathNode, documents: number): readonly PathColumn[] => {
  const all = [...walk(root, { prefix: '', arrays: [], documents, parents: documents })].toSorted(idFirst)
  if (all.length <= PATHS_MAX) return all
  const kept = new Set(all.toSorted((one, other) => rank(other) - rank(one)).slice(0, PATHS_MAX))
  return all.filter((column) => kept.has(column))
}

/** Parents rank above their children: they occur at least as often and are nearer to the root. */
const rank = ({ name, presence = 0 }: PathColumn): number => presence - name.split('.').length / 1_000

/** Drivers write `_id` first or last; servers show it first. */
const idFirst = (one: PathColumn, other: PathColumn): number =>
  Number(other.name === '_id') - Number(one.name === '_id')

/**
 * Paths of one caller's documents, without presence, which would differ between callers. A path in an array is nullable
 * if an element lacks it, whether or not every document has the array.
 */
export const sampledColumns = (root: PathNode, documents: number): readonly Column[] =>
  columnsOf(root, documents).map(({ node: _, presence: __, lacking, ...column }) => ({
    ...column,
    nullable: lacking ?? column.nullable,
  }))

interface Position {
  readonly prefix: string
  readonly arrays: readonly string[]
  readonly documents: number
  /** Number of documents that have the parent, because names merged into one path were counted individually. */
  readonly parents: number
}

function* walk(parent: PathNode, { prefix, arrays, documents, parents }: Position): Generator<PathColumn> {
  for (const [name, node] of parent.children) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (path.startsWith(`${DYNAMIC}.`) && looksSecret(path)) continue
    const [present, filled] = [Math.min(node.documents, parents), Math.min(node.filledDocuments, parents)]
    const within = node.isArray ? [...arrays, path] : arrays
    yield {
      name: path,
      type: typeOf(node),
      nullable: filled < documents || node.filled < parent.objects,
      ...(within.length === 0 ? {} : { arrays: within }),
      ...(arrays.length === 0 ? {} : { lacking: node.filled < parent.objects }),
      presence: documents === 0 ? 0 : Math.round((present / documents) * 1_000) / 1_000,
      node,
    }
    yield* walk(node, { prefix: path, arrays: within, documents, parents: present })
  }
}

/** Types, most frequent first. */
const typeOf = ({ types, isArray }: PathNode): string => {
  const found = [...types].filter(([type]) => type !== TYPE.null || types.size === 1)
  // Ties by type number, so that random samples of the same data give the same description.
  const aliases = found.toSorted(([a, one], [b, other]) => other - one || a - b).map(([type]) => aliasOf(type))
  return aliases.length === 0 && isArray ? 'null' : aliases.join(' | ')
}
