import pluralize from 'pluralize'
import type { Subject } from './subject.ts'

/** Words for rows said of one of them: `that is insured`. */
export const ofOne = (words: string): string =>
  words.replace(/\bthat (are|were)\b/g, (_, verb: string) => `that ${verb === 'are' ? 'is' : 'was'}`)

/** Whether a measure is spoken of as several: `units sold`, `total tickets of visits`. */
export const isSeveral = (measure: string): boolean => {
  const head = measure.split(' of ')[0]?.split(' ') ?? []
  return [head[0], head.at(-1)].some((word) => word !== undefined && pluralize.isPlural(word))
}

/** The rows that were looked at: `customers in Berlin registered in 2025`. */
export const thoseAsked = ({ many, scope }: Pick<Subject, 'many' | 'scope'>): string => `${many}${scope}`
