import { stemOf } from '../../../knowledge/words/index.ts'
import type { Step } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { WAY_ENDS } from '../words/index.ts'
import type { Reading } from './reading.ts'

const endOf = (stem: string): number => WAY_ENDS.findIndex((words) => words.includes(stem))

/** How well a word matches a foreign key: a part of its name, or the same end of a route. */
const speaksOf = (stem: string, keyStems: readonly string[], own: readonly string[]): number => {
  const names = keyStems.filter((one) => !own.includes(one))
  if (names.includes(stem) || names.some((name) => name.length > 3 && stem.startsWith(name))) return 2
  const end = endOf(stem)
  return end >= 0 && names.some((name) => endOf(name) === end) ? 1 : 0
}

const REACH = 4

/** Words around a phrase, nearest first: before it, in it, after it. */
const wordsAround = ({ words }: Reading, { at, end }: Part): readonly string[] => {
  const stems = words.tokens.map(({ stem }) => stem)
  return [...stems.slice(Math.max(0, at - REACH), end).reverse(), ...stems.slice(end, end + 3)]
}

const keyOf = (step: Step): string => (step.up ? step.fromColumn : step.toColumn)

/**
 * The foreign key from one table to another, if there are several and the words around a phrase say which.
 *
 * @returns undefined if there is only one; null if the words do not say which
 */
export const roleOf = (reading: Reading, part: Part, from: string, to: string): string | null | undefined => {
  const keys = reading.catalog.graph.stepsFrom(from).filter((step) => step.to === to)
  if (keys.length < 2) return undefined
  const own = [
    ...(reading.catalog.tables.get(to)?.words ?? []),
    ...(reading.catalog.tables.get(from)?.words ?? []),
  ].map(stemOf)
  for (const stem of wordsAround(reading, part)) {
    const scored = keys
      .map((step) => ({ key: keyOf(step), score: speaksOf(stem, stemsOf(reading, step), own) }))
      .filter(({ score }) => score > 0)
    const [only, more] = scored
    if (only !== undefined && more === undefined) return only.key
  }
  return null
}

const stemsOf = ({ catalog }: Reading, step: Step): readonly string[] => {
  const [table, column] = step.up ? [step.from, step.fromColumn] : [step.to, step.toColumn]
  return (catalog.tables.get(table)?.columns.get(column)?.words ?? []).map(stemOf)
}
