import { ALTERNATIVES_MAX, type QueryDraft } from '../../../ask/rules/draft.ts'
import type { Catalog } from '../schema/index.ts'
import { choicesOf } from '../sentence/index.ts'
import type { Weighed } from '../weigh/index.ts'
import { isRival } from './is-rival.ts'

export interface Answering {
  readonly answer: Pick<Weighed, 'tree' | 'probability'>
  /** Further readings that may be meant, likeliest first. */
  readonly others: readonly Weighed[]
}

/**
 * What is to be tried before a question is answered: how its reading and the others are offered.
 *
 * @param shownQuery how a reading is queried when it is shown
 */
export const alternativesOf = (
  catalog: Catalog,
  { answer, others }: Answering,
  shownQuery: (reading: Weighed) => string,
): Pick<QueryDraft, 'choice' | 'alternatives'> => {
  const rivals = others.filter(({ tree }) => isRival(catalog, answer.tree, tree))
  if (rivals.length === 0) return {}
  const [own, ...offered] = choicesOf<Pick<Weighed, 'tree'>>(catalog, [answer, ...rivals])
  if (own === undefined || own.reading !== answer) return {}
  const alternatives = offered.slice(0, ALTERNATIVES_MAX).flatMap(({ reading, choice }) => {
    const rival = rivals.find((one) => one === reading)
    return rival === undefined ? [] : [{ query: shownQuery(rival), confidence: rival.probability, choice }]
  })
  return alternatives.length === 0 ? {} : { choice: own.choice, alternatives }
}
