import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import type { Sliced } from '../../../platform/values/sliced.ts'
import { assemble, type Candidate, editedTree } from '../build/index.ts'
import { type QueryTree, queryText } from '../query/index.ts'
import { linkWords, readPhrases, type State, type Words } from '../read/index.ts'
import { catalogOf } from '../schema/index.ts'
import type { PeriodContext } from '../words/index.ts'

/** A possible query of a question, as a tree and as text. */
export interface PrintedCandidate extends Candidate {
  readonly query: string
  /** What the reading explains, minus what building it left open; used only to order candidates. */
  readonly score: number
}

/** A question's words, and its most likely readings, best first. */
export interface ReadQuestion {
  readonly words: Words
  readonly states: readonly State[]
}

const STATES_MAX = 20
const FAR_COST = 0.4

/** Reads a question, without a previous query. */
export function* read(knowledge: Knowledge, question: string, when: PeriodContext): Sliced<ReadQuestion> {
  const words = yield* linkWords(knowledge, question, when)
  return { words, states: yield* readPhrases(words) }
}

/**
 * The possible queries of a question, best first, without duplicates.
 *
 * @param previous the query to change, if the question is a follow-up
 */
export function* proposalsOf(
  knowledge: Knowledge,
  { words, states }: ReadQuestion,
  previous: QueryTree | null,
): Sliced<readonly PrintedCandidate[]> {
  const catalog = catalogOf(knowledge.view)
  const found = new Map<string, PrintedCandidate>()
  for (const state of states.slice(0, STATES_MAX)) {
    yield
    const made = previous === null ? assemble(catalog, words, state) : editedTree(catalog, words, state, previous)
    for (const candidate of made) {
      const query = queryText(catalog, knowledge.view.dialect, candidate.tree)
      if (query === null) continue
      const { ties, dropped, guessed, weakest, far } = candidate.notes
      const score = state.score - 0.4 * ties - 1.6 * dropped - 0.7 * guessed - 0.8 * (1 - weakest) - FAR_COST * far
      const known = found.get(query)
      if (known === undefined || known.score < score) found.set(query, { ...candidate, query, score })
    }
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}
