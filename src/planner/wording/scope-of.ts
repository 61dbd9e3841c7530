import pluralize from 'pluralize'
import type { Subject } from './subject.ts'

/** Plural wording for a single row: `that is insured`. */
export const ofOne = (words: string): string =>
  words.replace(/\bthat (are|were)\b/g, (_, verb: string) => `that ${verb === 'are' ? 'is' : 'was'}`)

/** Whether the name of a measure is a plural: `units sold`, `total tickets of visits`. */
export const isSeveral = (measure: string): boolean => {
  const head = measure.split(' of ')[0]?.split(' ') ?? []
  return [head[0], head.at(-1)].some((word) => word !== undefined && pluralize.isPlural(word))
}

/** The queried rows: `customers in Berlin registered in 2025`. */
export const queriedRows = ({ many, scope }: Pick<Subject, 'many' | 'scope'>): string => `${many}${scope}`
