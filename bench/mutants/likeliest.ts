/** In which order suites are asked: first those that noticed mistakes in the same file, then the quickest. */
export class Likeliest {
  readonly #took: ReadonlyMap<string, number>
  readonly #kills = new Map<string, number>()

  /** @param took how long each suite takes */
  constructor(took: ReadonlyMap<string, number>) {
    this.#took = took
  }

  order(file: string): readonly string[] {
    const killsOf = (suite: string) => this.#kills.get(`${file} ${suite}`) ?? 0
    return [...this.#took]
      .toSorted(([a, slow], [b, quick]) => killsOf(b) - killsOf(a) || slow - quick)
      .map(([suite]) => suite)
  }

  /** @param killer the suite that noticed a mistake in the file, if one did */
  learn(file: string, killer: string | undefined): void {
    if (killer === undefined) return
    const key = `${file} ${killer}`
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1)
  }
}
