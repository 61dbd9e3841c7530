import type { Subject } from './subject.ts'

/** A title for each column of a result; empty where its subject has none. */
export const subjectTitles = ({ figures, group, measure, shape }: Subject): readonly string[] => {
  const isOnly = (role: 'label' | 'value'): boolean => figures.filter((figure) => figure.role === role).length === 1
  return figures.map(({ role, says, unit }) => {
    if (says !== '') return says
    if (role === 'label') return isOnly('label') ? (group ?? '') : ''
    if (role !== 'value' || shape === 'share') return ''
    return isOnly('value') ? measure : (unit ?? '')
  })
}
