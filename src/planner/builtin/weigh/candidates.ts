import type { Knowledge } from '../../../domain/ask/knowledge.ts'
import type { Sliced } from '../../../domain/sliced.ts'
import { assemble, type Candidate } from '../assemble/index.ts'
import { catalogOf } from '../catalog.ts'
import { readPhrases } from '../grammar/index.ts'
import { linkWords, type Words } from '../links/index.ts'
import type { When } from '../period.ts'
import { printQuery, Unplannable } from '../query/index.ts'

/** A query that a question may ask for, as a tree and as a text. */
export interface Printed extends Candidate {
  readonly query: string
  /** What the reading explains, less what its making left open: only for the order among candidates. */
  readonly score: number
}

export interface Proposals {
  readonly words: Words
  /** Best first, each query once. */
  readonly printed: readonly Printed[]
}

const STATES_MAX = 20

/** The queries that a question may ask for. */
export function* proposalsOf(knowledge: Knowledge, question: string, when: When): Sliced<Proposals> {
  const catalog = catalogOf(knowledge.view)
  const words = yield* linkWords(knowledge, question, when)
  const found = new Map<string, Printed>()
  const states = yield* readPhrases(words)
  for (const state of states.slice(0, STATES_MAX)) {
    yield
    for (const candidate of assemble(catalog, words, state)) {
      const query = textOf(() => printQuery(catalog, knowledge.view.dialect, candidate.tree))
      if (query === null) continue
      const { ties, dropped, guessed, weakest } = candidate.notes
      const score = state.score - 0.4 * ties - 1.6 * dropped - 0.7 * guessed - 0.8 * (1 - weakest)
      const known = found.get(query)
      if (known === undefined || known.score < score) found.set(query, { ...candidate, query, score })
    }
  }
  return { words, printed: [...found.values()].toSorted((a, b) => b.score - a.score) }
}

const textOf = (print: () => string): string | null => {
  try {
    return print()
  } catch (error) {
    if (error instanceof Unplannable) return null
    throw error
  }
}
