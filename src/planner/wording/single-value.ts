import type { Json } from '../../domain/json.ts'
import { amountText } from './amount-text.ts'
import { isSeveral, measureAsked, ofOne, scopeOfRows, thoseAsked } from './scope-of.ts'
import type { Figure, Subject } from './subject.ts'

/** Says that there are no such rows, and which conditions they were to meet. */
export const emptyAnswer = (subject: Subject): string => `${capitalNo(subject)} no ${thoseAsked(subject)}.`

const capitalNo = ({ isWhether }: Subject): string => (isWhether ? 'No, there are' : 'There are')

/** The one number, date or name that was asked for, in a sentence. */
export const singleValue = (cell: Json | undefined, figure: Figure, subject: Subject): string => {
  const { shape, isWhether, time } = subject
  const isPast = time !== ''
  if (shape === 'list') return `${amountText(cell, figure)}.`
  if (cell === null || cell === undefined)
    return `There is no ${shape === 'share' ? 'such share' : subject.measure}: there are no ${thoseAsked(subject)}.`
  if (shape === 'share') return `${amountText(cell, figure)} of ${thoseAsked(subject)} ${subject.measure}.`
  if (shape === 'count' && typeof cell === 'number') {
    if (cell === 0) return emptyAnswer(subject)
    const verb = cell === 1 ? (isPast ? 'was' : 'is') : isPast ? 'were' : 'are'
    const scope = cell === 1 ? ofOne(scopeOfRows(subject)) : scopeOfRows(subject)
    return `${isWhether ? 'Yes, there' : 'There'} ${verb} ${amountText(cell, figure)}${scope}.`
  }
  const isPlural = isSeveral(subject.measure)
  const verb = isPlural ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is'
  return `The ${measureAsked(subject)} ${verb} ${amountText(cell, figure)}.`
}
