import type { TableVectors } from '../../ask/rules/catalog.ts'
import { packedVector } from './packed-vector.ts'

/** Vectors of one model as they are put together: those that are known of texts that are still there, and new ones. */
export class FoundVectors {
  #of = new Map<string, string>()
  #dimensions: number | undefined
  #added = 0
  readonly #model: string
  readonly #bytesMax: number

  /** @param texts by their digests, all that may have a vector */
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

  /** How many more there may be; without limit until it is known how long they are. */
  get room(): number {
    if (this.#dimensions === undefined) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.floor(this.#bytesMax / this.#dimensions) - this.#of.size)
  }

  /** Whether it is known how long they are. */
  get isMeasured(): boolean {
    return this.#dimensions !== undefined
  }

  get size(): number {
    return this.#of.size
  }

  /** How many of them are new. */
  get added(): number {
    return this.#added
  }

  /** Of another length than those before: the provider has another model of this name, and theirs say nothing any more. */
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

  /** Undefined where there is none. */
  get vectors(): TableVectors | undefined {
    if (this.#dimensions === undefined || this.#of.size === 0) return undefined
    return { model: this.#model, dimensions: this.#dimensions, of: Object.fromEntries(this.#of) }
  }
}
