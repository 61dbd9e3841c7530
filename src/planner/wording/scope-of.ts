import pluralize from 'pluralize'
import type { Subject } from './subject.ts'

/** Which rows were looked at, with a leading space: ` with status paid in 2025`. */
export const scopeOf = ({ filters, time }: Pick<Subject, 'filters' | 'time'>): string =>
  [...filters, ...(time === '' ? [] : [time])].map((part) => ` ${part}`).join('')

/** The same after the noun of the rows: ` with segment private registered in 2025`. */
export const scopeOfRows = ({ filters, time, done }: Pick<Subject, 'filters' | 'time' | 'done'>): string =>
  scopeOf({ filters, time: time === '' || done === '' ? time : `${done} ${time}` })

/** Words for rows said of one of them: `that is insured`. */
export const ofOne = (words: string): string =>
  words.replace(/\bthat (are|were)\b/g, (_, verb: string) => `that ${verb === 'are' ? 'is' : 'was'}`)

/** Whether a measure is spoken of as several: `units sold`, `total tickets of visits`. */
export const isSeveral = (measure: string): boolean => {
  const head = measure.split(' of ')[0]?.split(' ') ?? []
  return [head[0], head.at(-1)].some((word) => word !== undefined && pluralize.isPlural(word))
}

/** The rows that were looked at: `customers in Berlin registered in 2025`. */
export const thoseAsked = (subject: Pick<Subject, 'many' | 'filters' | 'time' | 'done'>): string =>
  `${subject.many}${scopeOfRows(subject)}`

/** What was measured, and of which rows: `revenue of orders with status paid in 2025`. */
export const measureAsked = (subject: Pick<Subject, 'measure' | 'many' | 'filters' | 'time'>): string => {
  const { measure, many, filters } = subject
  const [first] = filters
  const isNamed = first === undefined || first.startsWith('of ') || ` ${measure} `.includes(` ${many} `)
  return `${measure}${isNamed ? '' : ` of ${many}`}${scopeOf(subject)}`
}
