/** The order of suites: first those that killed mutants of the same file, then the quickest. */
export class SuiteOrder {
  readonly #took: ReadonlyMap<string, number>
  readonly #kills = new Map<string, number>()

  /** @param took duration of each suite */
  constructor(took: ReadonlyMap<string, number>) {
    this.#took = took
  }

  order(file: string): readonly string[] {
    const killsOf = (suite: string) => this.#kills.get(`${file} ${suite}`) ?? 0
    return [...this.#took]
      .toSorted(([a, slow], [b, quick]) => killsOf(b) - killsOf(a) || slow - quick)
      .map(([suite]) => suite)
  }

  /** @param killer the suite that killed a mutant of the file, if any */
  learn(file: string, killer: string | undefined): void {
    if (killer === undefined) return
    const key = `${file} ${killer}`
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1)
  }
}
