import type { Notes } from './reading.ts'

/** Collects signs of uncertainty while one query is built. */
export class UncertaintyNotes {
  #ties = 0
  #dropped = 0
  #guessed = 0
  #weakest = 1
  #far = 0
  #isLost = false

  /** Whether the query misses something that the question asks for: then it is neither run nor offered. */
  get isIncomplete(): boolean {
    return this.#isLost
  }

  /** An option was chosen among several; the best one has this weight. */
  recordChoice({ weight, tied }: { readonly weight: number; readonly tied: boolean }): void {
    this.#weakest = Math.min(this.#weakest, weight)
    if (tied) this.#ties++
  }

  recordDropped(): void {
    this.#dropped++
  }

  /** A phrase that selects, groups or ranks rows is missing from the query. */
  markIncomplete(): void {
    this.#isLost = true
  }

  /** A condition applies to rows so many tables away. */
  recordDistance(between: number): void {
    this.#far += Math.min(between, 3)
  }

  recordGuess(): void {
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
