import { PATTERN_LENGTHS, questionKey } from './pattern.ts'
import { type FoundTemplate, TemplateIndex } from './template/template-index.ts'

/** Maximum number of words of a question that are compared. */
const WORDS_MAX = 60
/** A similar question contains at least this share of the weight of the question's known words. */
const SIMILARITY_MIN = 0.3

/**
 * Inverted index of verified questions: exact matches, and similar questions weighted by rare shared words (IDF). A lookup takes
 * time linear in the number of patterns that share a word with the question.
 */
export class PatternIndex {
  readonly #ids: string[] = []
  readonly #lengths: number[] = []
  readonly #byKey = new Map<string, string>()
  readonly #byWord = new Map<string, number[]>()
  readonly #templates = new TemplateIndex()
  #characters = 0

  /** @param template see `templateKey` */
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

  /** The id of the pattern for this question, compared by `questionKey`. */
  findExact(question: string): string | undefined {
    return question.length > 2 * PATTERN_LENGTHS.question ? undefined : this.#byKey.get(questionKey(question))
  }

  /** Patterns whose questions differ only in their values. @param isValue whether the database contains a text */
  findTemplates(question: string, isValue: (text: string) => boolean): readonly FoundTemplate[] {
    return this.#templates.find(question, isValue)
  }

  /** Ids of the patterns of similar questions, most similar first. */
  findSimilar(question: string, countMax: number): readonly string[] {
    const total = this.#ids.length
    const scores = new Float64Array(total)
    let weight = 0
    for (const word of wordsOf(question)) {
      const positions = this.#byWord.get(word)
      if (positions === undefined) continue
      const rarity = Math.log(1 + total / (positions.length + 1))
      weight += rarity
      for (const at of positions) scores[at] = (scores[at] ?? 0) + rarity
    }
    const best: { readonly id: string; readonly score: number }[] = []
    scores.forEach((shared, at) => {
      if (shared === 0 || shared < SIMILARITY_MIN * weight) return
      const score = shared / Math.sqrt(this.#lengths[at] ?? 1)
      const after = best.findLastIndex((other) => other.score >= score)
      if (after + 1 >= countMax) return
      best.splice(after + 1, 0, { id: this.#ids[at] ?? '', score })
      best.length = Math.min(best.length, countMax)
    })
    return best.map(({ id }) => id)
  }

  /** Approximate size in bytes. */
  get weight(): number {
    return 1_000 + this.#ids.length * ENTRY_BYTES + this.#characters * CHARACTER_BYTES + this.#templates.weight
  }
}

/** An id, a length, and the positions in the inverted index. */
const ENTRY_BYTES = 400
/** Characters of the key and of the words. */
const CHARACTER_BYTES = 4

/** Longer questions are truncated. */
const READ_MAX = 4 * PATTERN_LENGTHS.question

const WORD = /[\p{L}\p{N}]+/gu

/** The words of a question without plural -s; all numbers become `#`. */
const wordsOf = (question: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const [found] of question.slice(0, READ_MAX).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (words.size >= WORDS_MAX) break
    if (/^\p{N}+$/u.test(found)) words.add('#')
    else words.add(found.length > 3 && found.endsWith('s') ? found.slice(0, -1) : found)
  }
  return words
}
