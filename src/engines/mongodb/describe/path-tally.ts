import { type Element, elements, TYPE } from '../run/elements.ts'
import { DYNAMIC } from './dynamic-keys.ts'
import { PathNode, SAMPLES_MAX } from './path-node.ts'

/** Maximum number of fields and elements read per document. */
const ELEMENTS_MAX = 10_000
/** Maximum number of elements read per array. */
const ARRAY_MAX = 30
/** Maximum nesting depth of paths. */
const DEPTH_MAX = 20
/** Maximum number of distinct paths. */
const NODES_MAX = 5_000
const NAME_LENGTH_MAX = 120
const SAMPLE_BYTES_MAX = 64

/** Tallies the paths of documents, with bounds that keep every document to a few milliseconds. */
export class PathTally {
  readonly root = new PathNode()
  readonly #isWanted: (name: string, parent: string) => boolean
  #documents = 0
  #nodes = 0
  #elementsLeft = 0

  /** @param isWanted whether to keep values of a field with this name and parent name */
  constructor(isWanted: (name: string, parent: string) => boolean) {
    this.#isWanted = isWanted
  }

  get documents(): number {
    return this.#documents
  }

  /** @throws MalformedDocument */
  add(document: Buffer): void {
    this.#elementsLeft = ELEMENTS_MAX
    this.root.objects++
    this.#fields(document, 0, this.root, '', 0)
    this.#documents++
  }

  #fields(bytes: Buffer, start: number, parent: PathNode, parentName: string, depth: number): void {
    for (const element of elements(bytes, start)) {
      if (this.#elementsLeft-- <= 0) return
      if (!isPathName(element.name)) continue
      const { name } = element
      const node = this.#node(parent, name)
      const field = { node, name, depth, keepsValues: this.#isWanted(name, parentName) }
      node.recordOccurrence(this.#documents)
      if (element.type === TYPE.array) this.#array(bytes, element.start, field)
      else this.#value(bytes, element, field)
    }
  }

  /** Paths do not lead into nested arrays. */
  #array(bytes: Buffer, start: number, field: Field): void {
    field.node.isArray = true
    field.node.recordValue(this.#documents)
    let count = 0
    for (const element of elements(bytes, start)) {
      if (count++ === ARRAY_MAX || this.#elementsLeft-- <= 0) return
      this.#value(bytes, element, field)
    }
  }

  #value(bytes: Buffer, { type, start, end }: Element, { node, name, depth, keepsValues }: Field): void {
    const isNull = type === TYPE.null || type === TYPE.undefined
    node.count(isNull ? TYPE.null : type)
    if (isNull) return
    node.recordValue(this.#documents)
    if (type === TYPE.object) {
      node.objects++
      if (depth < DEPTH_MAX) this.#fields(bytes, start, node, name, depth + 1)
    } else if (keepsValues && node.samples.length < SAMPLES_MAX && end - start <= SAMPLE_BYTES_MAX)
      node.samples.push({ type, bytes: Buffer.from(bytes.subarray(start, end)) })
  }

  /** Beyond the limit, names count as data. */
  #node(parent: PathNode, name: string): PathNode {
    if (parent.children.has(name)) return parent.child(name)
    const dynamic = this.#nodes >= NODES_MAX
    if (!dynamic) this.#nodes++
    return parent.child(dynamic ? DYNAMIC : name)
  }
}

interface Field {
  readonly node: PathNode
  readonly name: string
  readonly depth: number
  /** Whether to keep its values. */
  readonly keepsValues: boolean
}

/** Whether a path can contain the name; other names are reachable by expressions only. */
const isPathName = (name: string): boolean =>
  name !== '' &&
  name.length <= NAME_LENGTH_MAX &&
  !name.startsWith('$') &&
  !/[.\p{Cc}]/u.test(name) &&
  name !== '__proto__' &&
  name !== DYNAMIC
