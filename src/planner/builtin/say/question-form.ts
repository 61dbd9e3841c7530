import type { Comparison, Side } from '../../wording/index.ts'
import { type ColumnRef, type Condition, type QueryTree, sameRef } from '../query/index.ts'
import { type Day, MONTHS } from '../words/index.ts'

const LEADS = new Set('so and ok okay now then but please well hi hello hey'.split(' '))
const LEADS_MAX = 3
const WHETHER = new Set('do does did is are am was were has have had'.split(' '))
const NEGATION = new Set('no not never nt'.split(' '))
/** Only the beginning of a question determines its form. */
const FORM_LENGTH = 80

/** The first words of a question, without introductions: `aren't` is `aren` and `t`. */
const opening = (question: string): readonly string[] => {
  const words =
    question
      .slice(0, FORM_LENGTH)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  const first = words.findIndex((word, index) => !LEADS.has(word) || index === LEADS_MAX)
  return words.slice(Math.max(0, first), first + 4)
}

const opensWhether = (question: string): boolean => {
  const [verb = '', second = '', third = ''] = opening(question)
  return WHETHER.has(verb) || (`${verb} ${second}` === 'tell me' && ['if', 'whether'].includes(third))
}

/** True for "are there any …?" and "do we have …?"; false for "aren't there" and "is there no", where a yes would be ambiguous. */
export const isWhetherAny = (question: string): boolean => {
  const [, second = '', third = ''] = opening(question)
  const isNegated = second === 't' || NEGATION.has(second) || NEGATION.has(third)
  return opensWhether(question) && !isNegated
}

const MORE =
  /\b(?:more|higher|larger|greater|bigger|better|above|exceeds?|exceeded|increas(?:e|es|ed|ing)|grow(?:s|n|ing)?|grew|rise|rose|risen|gain(?:ed)?|outsell|outsold|longer|older|most|highest|largest|best|up)\b/i
const LESS =
  /\b(?:less|fewer|lower|smaller|worse|below|decreas(?:e|es|ed|ing)|drop(?:s|ped)?|fall(?:s|en)?|fell|declin(?:e|es|ed|ing)|shrink|shrank|shrunk|cheaper|shorter|younger|least|lowest|fewest|down)\b/i
const CHOICE = /\bor\b/i
const BASE_FIRST = /^(?:compared (?:to|with)|versus|against|relative to|than)\b/i

/** Whether a question asks for an order of rows. */
export const asksForOrder = (question: string): boolean =>
  /\b(?:sort(?:ed)?|ordered by|order by|rank(?:ed|ing)?|(?:de|a)scending|most|least|highest|lowest|top|best|worst)\b/i.test(
    question,
  )

/** How the two rows of a comparison are compared; null if the tree does not give two rows. */
export const comparisonAsked = (
  tree: QueryTree,
  { question, today }: { readonly question: string; readonly today: Day },
): Comparison | null => {
  const sides = sidesOf(tree, today)
  if (sides === null) return null
  const [first, second] = BASE_FIRST.test(question) ? [sides[1], sides[0]] : sides
  const [more, less] = [MORE.exec(question)?.index, LESS.exec(question)?.index]
  const isMore = less === undefined || (more !== undefined && more < less)
  const isCompared = more !== undefined || less !== undefined
  const isChosen = CHOICE.test(question)
  const isWhich = isChosen || (!opensWhether(question) && /\b(?:which|what|who|where|when)\b/i.test(question))
  const asks = !isCompared ? 'how-much' : isWhich ? 'which' : opensWhether(question) ? 'whether' : 'how-much'
  return { asks, isMore, first, second }
}

/** Whether a condition lists the values of a column. */
export const isChoice = (condition: Condition, column: ColumnRef): condition is Extract<Condition, { type: 'in' }> =>
  condition.type === 'in' && !condition.negated && sameRef(condition.column, column)

/** The two sides in the order of the question. */
const sidesOf = (tree: QueryTree, today: Day): readonly [Side, Side] | null => {
  const [group, other] = tree.groups
  if (group === undefined || other !== undefined || tree.measures.length !== 1) return null
  if (group.type === 'periods') {
    const sides = group.periods.map(({ label, from, to }): Side => {
      const isRunning = from !== null && from <= today && to !== null && to > today
      return { label, says: `${periodWords(label)}${isRunning ? ' so far' : ''}` }
    })
    return pairOf(sides)
  }
  if (group.type !== 'column') return null
  const chosen = tree.where.find((one) => isChoice(one, group.column))
  return chosen?.type === 'in'
    ? pairOf(chosen.values.map((value): Side => ({ label: String(value), says: String(value) })))
    : null
}

const pairOf = ([first, second, more]: readonly Side[]): readonly [Side, Side] | null =>
  first === undefined || second === undefined || more !== undefined ? null : [first, second]

/** `2026-11` → `November 2026`. */
const periodWords = (label: string): string => {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(label) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined || year === undefined ? label : `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`
}
