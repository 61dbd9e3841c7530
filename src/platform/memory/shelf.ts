/** What a shelf asks of the memory that it belongs to. */
export interface ShelfPlace {
  /** @returns false where there is no room for it */
  put(key: string, bytes: number, drop: () => void): boolean
  /** Whether it is there and not out of date; it was used, then. */
  isKept(key: string): boolean
  remove(key: string): void
  held(): { readonly bytes: number; readonly entries: number }
}

/** A thing and what it weighs, with whatever is derived from it and lives as long. */
export interface Weighed<Value> {
  readonly value: Value
  readonly bytes: number
}

/** Things of one kind in a `DatabaseMemory`. */
export class Shelf<Value> {
  readonly #place: ShelfPlace
  readonly #values = new Map<string, Value>()
  readonly #making = new Map<string, Promise<Value>>()

  constructor(place: ShelfPlace) {
    this.#place = place
  }

  /** What is kept and not out of date. */
  get(key: string): Value | undefined {
    return this.#place.isKept(key) ? this.#values.get(key) : undefined
  }

  set(key: string, { value, bytes }: Weighed<Value>): void {
    if (this.#place.put(key, bytes, () => this.#values.delete(key))) this.#values.set(key, value)
  }

  /**
   * What is kept, or what is made of it now, once for all who ask meanwhile; a failure is forgotten.
   *
   * @throws what making it throws, to everyone who waits for it
   */
  async read(key: string, make: () => Promise<Weighed<Value>>): Promise<Value> {
    const kept = this.get(key)
    if (kept !== undefined) return kept
    const making = this.#making.get(key)
    if (making !== undefined) return await making
    const made = this.#make(key, make).finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return await made
  }

  async #make(key: string, make: () => Promise<Weighed<Value>>): Promise<Value> {
    const made = await make()
    this.set(key, made)
    return made.value
  }

  delete(key: string): void {
    this.#place.remove(key)
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#place.held()
  }
}
