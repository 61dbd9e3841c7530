import { type Element, elements, TYPE } from '../run/elements.ts'
import { DYNAMIC } from './dynamic-keys.ts'
import { PathNode, SAMPLES_MAX } from './path-node.ts'

/** Fields and elements of one document that are looked at. */
const ELEMENTS_MAX = 10_000
/** Of one array; the others will be alike. */
const ARRAY_MAX = 30
/** Levels of documents within documents; what is deeper has no path. */
const DEPTH_MAX = 20
/** Paths that are told apart while counting. */
const NODES_MAX = 5_000
const NAME_LENGTH_MAX = 120
const SAMPLE_BYTES_MAX = 64

/** Counts what is found at which path of documents, within bounds: whatever a document holds, it costs milliseconds. */
export class PathTally {
  readonly root = new PathNode()
  readonly #isWanted: (name: string, parent: string) => boolean
  #documents = 0
  #nodes = 0
  #left = 0

  /** @param isWanted whether values of a field of this name, within one of that name, are to be kept */
  constructor(isWanted: (name: string, parent: string) => boolean) {
    this.#isWanted = isWanted
  }

  get documents(): number {
    return this.#documents
  }

  /** @throws BadDocument */
  add(document: Buffer): void {
    this.#left = ELEMENTS_MAX
    this.root.objects++
    this.#fields(document, 0, this.root, '', 0)
    this.#documents++
  }

  #fields(bytes: Buffer, start: number, parent: PathNode, parentName: string, depth: number): void {
    for (const element of elements(bytes, start)) {
      if (this.#left-- <= 0) return
      if (!isPathName(element.name)) continue
      const { name } = element
      const node = this.#node(parent, name)
      const field = { node, name, depth, wanted: this.#isWanted(name, parentName) }
      node.seen(this.#documents)
      if (element.type === TYPE.array) this.#array(bytes, element.start, field)
      else this.#value(bytes, element, field)
    }
  }

  /** Paths do not lead into arrays within arrays. */
  #array(bytes: Buffer, start: number, field: Field): void {
    field.node.isArray = true
    field.node.fill(this.#documents)
    let count = 0
    for (const element of elements(bytes, start)) {
      if (count++ === ARRAY_MAX || this.#left-- <= 0) return
      this.#value(bytes, element, field)
    }
  }

  #value(bytes: Buffer, { type, start, end }: Element, { node, name, depth, wanted }: Field): void {
    const isNull = type === TYPE.null || type === TYPE.undefined
    node.count(isNull ? TYPE.null : type)
    if (isNull) return
    node.fill(this.#documents)
    if (type === TYPE.object) {
      node.objects++
      if (depth < DEPTH_MAX) this.#fields(bytes, start, node, name, depth + 1)
    } else if (wanted && node.samples.length < SAMPLES_MAX && end - start <= SAMPLE_BYTES_MAX)
      node.samples.push({ type, bytes: Buffer.from(bytes.subarray(start, end)) })
  }

  /** Names beyond the bounds are taken for data. */
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
  /** Whether its values are kept. */
  readonly wanted: boolean
}

/** Whether a path can say the name: others are data that only expressions reach, and no query here needs. */
const isPathName = (name: string): boolean =>
  name !== '' &&
  name.length <= NAME_LENGTH_MAX &&
  !name.startsWith('$') &&
  !/[.\p{Cc}]/u.test(name) &&
  name !== '__proto__' &&
  name !== DYNAMIC
