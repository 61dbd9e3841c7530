/** Statistics of the sampled documents for one path. */
export class PathNode {
  readonly children = new Map<string, PathNode>()
  /** Number of values per type; for arrays, of their elements. */
  readonly types = new Map<number, number>()
  /** Some values, if requested: type and a copy of the bytes. */
  readonly samples: Sample[] = []
  isArray = false
  /** Number of documents with the path, and of those with a value other than null. */
  documents = 0
  filledDocuments = 0
  /** Number of occurrences with a value, and as a sub-document. */
  filled = 0
  objects = 0
  #lastDocument = -1
  #lastFilled = -1

  /** Records an occurrence in a document. @param document its number */
  recordOccurrence(document: number): void {
    if (this.#lastDocument !== document) this.documents++
    this.#lastDocument = document
  }

  /** Records a value. */
  recordValue(document: number): void {
    if (this.#lastFilled !== document) this.filledDocuments++
    this.#lastFilled = document
    this.filled++
  }

  count(type: number): void {
    this.types.set(type, (this.types.get(type) ?? 0) + 1)
  }

  /** The node of a child field. */
  child(name: string): PathNode {
    const existing = this.children.get(name)
    if (existing !== undefined) return existing
    const created = new PathNode()
    this.children.set(name, created)
    return created
  }

  /** Merges the statistics of another path. */
  merge(other: PathNode): void {
    this.isArray ||= other.isArray
    this.documents += other.documents
    this.filledDocuments += other.filledDocuments
    this.filled += other.filled
    this.objects += other.objects
    for (const [type, count] of other.types) this.types.set(type, (this.types.get(type) ?? 0) + count)
    this.samples.push(...other.samples.slice(0, Math.max(0, SAMPLES_MAX - this.samples.length)))
    for (const [name, child] of other.children) this.child(name).merge(child)
  }
}

export interface Sample {
  readonly type: number
  readonly bytes: Buffer
}

export const SAMPLES_MAX = 20
