import { ALTERNATIVES_MAX, type QueryDraft } from '../../../ask/rules/draft.ts'
import type { Catalog } from '../schema/index.ts'
import { choicesOf } from '../sentence/index.ts'
import type { WeighedQuery } from '../weigh/index.ts'
import { isRival } from './is-rival.ts'

interface AnsweredReadings {
  readonly answer: Pick<WeighedQuery, 'tree' | 'probability'>
  /** Further readings, most likely first. */
  readonly others: readonly WeighedQuery[]
}

/**
 * The readings to run before a question is answered, and how they are offered.
 *
 * @param shownQuery the query of a reading with the columns that are shown
 */
export const alternativesOf = (
  catalog: Catalog,
  { answer, others }: AnsweredReadings,
  shownQuery: (reading: WeighedQuery) => string,
): Pick<QueryDraft, 'choice' | 'alternatives'> => {
  const rivals = others.filter(({ tree }) => isRival(catalog, answer.tree, tree))
  if (rivals.length === 0) return {}
  const [own, ...offered] = choicesOf<Pick<WeighedQuery, 'tree'>>(catalog, [answer, ...rivals])
  if (own === undefined || own.reading !== answer) return {}
  const alternatives = offered.slice(0, ALTERNATIVES_MAX).flatMap(({ reading, choice }) => {
    const rival = rivals.find((one) => one === reading)
    return rival === undefined ? [] : [{ query: shownQuery(rival), confidence: rival.probability, choice }]
  })
  return alternatives.length === 0 ? {} : { choice: own.choice, alternatives }
}
