import type { TableVectors } from '../../ask/rules/catalog.ts'
import { packedVector } from './packed-vector.ts'

/** Collects vectors of one model: known ones of unchanged texts, and new ones. */
export class FoundVectors {
  #of = new Map<string, string>()
  #dimensions: number | undefined
  #added = 0
  readonly #model: string
  readonly #bytesMax: number

  /** @param texts all texts that may have a vector, by digest */
  constructor(model: string, former: TableVectors | undefined, texts: ReadonlyMap<string, string>, bytesMax: number) {
    this.#model = model
    this.#bytesMax = bytesMax
    if (former?.model !== model) return
    this.#of = new Map(Object.entries(former.of).filter(([digest]) => texts.has(digest)))
    this.#dimensions = this.#of.size === 0 ? undefined : former.dimensions
  }

  has(digest: string): boolean {
    return this.#of.has(digest)
  }

  /** How many more fit; unlimited until the length is known. */
  get room(): number {
    if (this.#dimensions === undefined) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.floor(this.#bytesMax / this.#dimensions) - this.#of.size)
  }

  /** Whether the length of vectors is known. */
  get isMeasured(): boolean {
    return this.#dimensions !== undefined
  }

  get size(): number {
    return this.#of.size
  }

  /** Number of new vectors. */
  get added(): number {
    return this.#added
  }

  /** Another length than before means that the provider has changed the model of this name: the old vectors are dropped. */
  add(digest: string, vector: readonly number[]): void {
    const packed = packedVector(vector)
    if (packed === undefined) return
    if (vector.length !== this.#dimensions) {
      this.#of.clear()
      this.#added = 0
    }
    this.#dimensions = vector.length
    if (this.room === 0) return
    this.#of.set(digest, packed)
    this.#added++
  }

  /** Undefined if there are none. */
  get vectors(): TableVectors | undefined {
    if (this.#dimensions === undefined || this.#of.size === 0) return undefined
    return { model: this.#model, dimensions: this.#dimensions, of: Object.fromEntries(this.#of) }
  }
}
