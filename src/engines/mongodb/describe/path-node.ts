/** What the sampled documents have at one path. */
export class PathNode {
  readonly children = new Map<string, PathNode>()
  /** How many values there are of each type: those of elements, where it is an array. */
  readonly types = new Map<number, number>()
  /** Some of its values, where somebody wants them: the type, and a copy of the bytes. */
  readonly samples: Sample[] = []
  isArray = false
  /** Documents that have it, with a value or without; and those that have a value. */
  documents = 0
  filledDocuments = 0
  /** How often it was there with a value, and how often as a document with fields of its own. */
  filled = 0
  objects = 0
  #lastDocument = -1
  #lastFilled = -1

  /** It is there in a document, whose number this is. */
  seen(document: number): void {
    if (this.#lastDocument !== document) this.documents++
    this.#lastDocument = document
  }

  /** It has a value there. */
  fill(document: number): void {
    if (this.#lastFilled !== document) this.filledDocuments++
    this.#lastFilled = document
    this.filled++
  }

  count(type: number): void {
    this.types.set(type, (this.types.get(type) ?? 0) + 1)
  }

  /** The node of a field within it. */
  child(name: string): PathNode {
    const there = this.children.get(name)
    if (there !== undefined) return there
    const made = new PathNode()
    this.children.set(name, made)
    return made
  }

  /** Takes over what another path has: two names that are data are one path. */
  absorb(other: PathNode): void {
    this.isArray ||= other.isArray
    this.documents += other.documents
    this.filledDocuments += other.filledDocuments
    this.filled += other.filled
    this.objects += other.objects
    for (const [type, count] of other.types) this.types.set(type, (this.types.get(type) ?? 0) + count)
    this.samples.push(...other.samples.slice(0, Math.max(0, SAMPLES_MAX - this.samples.length)))
    for (const [name, child] of other.children) this.child(name).absorb(child)
  }
}

export interface Sample {
  readonly type: number
  readonly bytes: Buffer
}

export const SAMPLES_MAX = 20
