import type { Notes } from './reading.ts'

/** Counts, while one query is made, what tells how sure its making is. */
export class Doubts {
  #ties = 0
  #dropped = 0
  #guessed = 0
  #weakest = 1
  #far = 0
  #isLost = false

  /** Whether the query does not hold what the question asks for: then it is neither answered nor offered. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** A choice was made among options, the best of which fits so well. */
  choice({ weight, tied }: { readonly weight: number; readonly tied: boolean }): void {
    this.#weakest = Math.min(this.#weakest, weight)
    if (tied) this.#ties++
  }

  drop(): void {
    this.#dropped++
  }

  /** What says which rows are meant, or how they are split or ranked, found no place. */
  lose(): void {
    this.#isLost = true
  }

  /** A condition is asked of rows behind so many others. */
  reach(between: number): void {
    this.#far += Math.min(between, 3)
  }

  guess(): void {
    this.#guessed++
  }

  get notes(): Notes {
    return {
      ties: this.#ties,
      dropped: this.#dropped,
      guessed: this.#guessed,
      weakest: this.#weakest,
      far: this.#far,
    }
  }
}
