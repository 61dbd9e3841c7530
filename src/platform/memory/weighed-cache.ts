/** The part of a `CacheMemory` that a cache uses. */
interface CacheBackend {
  /** @returns false if it exceeds the limit */
  put(key: string, bytes: number, drop: () => void): boolean
  /** Whether an entry exists and has not expired; marks it as recently used. */
  isKept(key: string): boolean
  remove(key: string): void
  size(): { readonly bytes: number; readonly entries: number }
}

/** A value with its size, including data that is derived from it and cached with it. */
interface WeighedValue<Value> {
  readonly value: Value
  readonly bytes: number
}

/** A cache for one kind of data in a `CacheMemory`. */
export class WeighedCache<Value> {
  readonly #memory: CacheBackend
  readonly #values = new Map<string, Value>()
  readonly #pending = new Map<string, Promise<Value>>()

  constructor(place: CacheBackend) {
    this.#memory = place
  }

  /** The cached value, unless it has expired. */
  get(key: string): Value | undefined {
    return this.#memory.isKept(key) ? this.#values.get(key) : undefined
  }

  set(key: string, { value, bytes }: WeighedValue<Value>): void {
    if (this.#memory.put(key, bytes, () => this.#values.delete(key))) this.#values.set(key, value)
  }

  /**
   * The cached value, or a new one. Concurrent calls are coalesced; failures are not cached.
   *
   * @throws the error of `make`, to all waiting callers
   */
  async read(key: string, make: () => Promise<WeighedValue<Value>>): Promise<Value> {
    const cached = this.get(key)
    if (cached !== undefined) return cached
    const making = this.#pending.get(key)
    if (making !== undefined) return await making
    const made = this.#make(key, make).finally(() => this.#pending.delete(key))
    this.#pending.set(key, made)
    return await made
  }

  async #make(key: string, make: () => Promise<WeighedValue<Value>>): Promise<Value> {
    const made = await make()
    this.set(key, made)
    return made.value
  }

  delete(key: string): void {
    this.#memory.remove(key)
  }

  get size(): { readonly bytes: number; readonly entries: number } {
    return this.#memory.size()
  }
}
