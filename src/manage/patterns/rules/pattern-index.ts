import { PATTERN_LENGTHS, questionKey } from './pattern.ts'
import { type FoundTemplate, TemplateIndex } from './template/template-index.ts'

/** Words that a question is compared by. */
const WORDS_MAX = 60
/** Of the weight of a question's known words, so much must be in another one that is near to it. */
const NEAR = 0.3

/**
 * Finds the pattern of a question, and those of similar ones: those that share its rarest words. A look-up costs a
 * step for each pattern that shares a word with it, whatever the question is.
 */
export class PatternIndex {
  readonly #ids: string[] = []
  readonly #lengths: number[] = []
  readonly #byKey = new Map<string, string>()
  readonly #byWord = new Map<string, number[]>()
  readonly #templates = new TemplateIndex()
  #characters = 0

  /** @param template by what it is found with other values; null where it has none */
  add(id: string, question: string, template: string | null = null): void {
    if (template !== null) this.#templates.add(id, template)
    const at = this.#ids.push(id) - 1
    const words = wordsOf(question)
    this.#lengths.push(words.size)
    this.#byKey.set(questionKey(question), id)
    this.#characters += question.length
    for (const word of words) {
      const known = this.#byWord.get(word)
      if (known === undefined) this.#byWord.set(word, [at])
      else known.push(at)
    }
  }

  /** The pattern for this very question. */
  exact(question: string): string | undefined {
    return question.length > 2 * PATTERN_LENGTHS.question ? undefined : this.#byKey.get(questionKey(question))
  }

  /** Patterns whose questions differ from this one in their values alone. @param isValue whether a text is in the data */
  fitting(question: string, isValue: (text: string) => boolean): readonly FoundTemplate[] {
    return this.#templates.find(question, isValue)
  }

  /** Patterns of similar questions, the nearest first. */
  nearest(question: string, countMax: number): readonly string[] {
    const total = this.#ids.length
    const scores = new Float64Array(total)
    let weight = 0
    for (const word of wordsOf(question)) {
      const holders = this.#byWord.get(word)
      if (holders === undefined) continue
      const rarity = Math.log(1 + total / (holders.length + 1))
      weight += rarity
      for (const at of holders) scores[at] = (scores[at] ?? 0) + rarity
    }
    const best: { readonly id: string; readonly score: number }[] = []
    scores.forEach((shared, at) => {
      if (shared === 0 || shared < NEAR * weight) return
      const score = shared / Math.sqrt(this.#lengths[at] ?? 1)
      const after = best.findLastIndex((other) => other.score >= score)
      if (after + 1 >= countMax) return
      best.splice(after + 1, 0, { id: this.#ids[at] ?? '', score })
      best.length = Math.min(best.length, countMax)
    })
    return best.map(({ id }) => id)
  }

  /** Bytes that it holds, about. */
  get weight(): number {
    return 1_000 + this.#ids.length * ENTRY_BYTES + this.#characters * CHARACTER_BYTES + this.#templates.weight
  }
}

/** An id, a length, and the places among words. */
const ENTRY_BYTES = 400
/** In the key, and in words. */
const CHARACTER_BYTES = 4

/** What is read of a question that is longer than any pattern's. */
const READ_MAX = 4 * PATTERN_LENGTHS.question

const WORD = /[\p{L}\p{N}]+/gu

/** Its words without the s of a plural; which number it names makes no difference. */
const wordsOf = (question: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const [found] of question.slice(0, READ_MAX).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (words.size >= WORDS_MAX) break
    if (/^\p{N}+$/u.test(found)) words.add('#')
    else words.add(found.length > 3 && found.endsWith('s') ? found.slice(0, -1) : found)
  }
  return words
}
