import type { Choice } from '../../../ask/rules/choice.ts'
import type { QueryTree } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { questionOf, wordsOf } from './questions.ts'
import { partsOf } from './syntax.ts'

/** `name and age of singers`, for `List the name and age of singers`. */
const shortened = (head: string): string =>
  head.replace(/^(?:List|Show)(?: the)? |^What (?=share)/, '').replace(/^How many (.*?) are there\b/, 'how many $1')

const withoutJoint = (part: string): string => part.replace(/^,? (?:and )?/, '')

/** A short form of a sentence, beginning with what distinguishes it from its rivals. */
const labelOf = ([head = '', ...parts]: readonly string[], rivals: readonly (readonly string[])[]): string => {
  const isOwn = (part: string): boolean =>
    rivals.some((rival) => !rival.some((one) => withoutJoint(one) === withoutJoint(part)))
  const whole = shortened([head, ...parts].join(''))
  if (rivals.length === 0 || isOwn(head)) return whole
  const own = parts.filter(isOwn)
  if (own.length === 0) return `${whole}, without more conditions`
  const shared = parts
    .filter((part) => !isOwn(part))
    .join('')
    .replace(/^ and /, ' ')
  return `${withoutJoint(own.join(''))}: ${shortened(`${head}${shared}`)}`
}

/** The readings as choices, in order, without duplicates and without those that cannot be phrased. */
export const choicesOf = <Reading extends { readonly tree: QueryTree }>(
  catalog: Catalog,
  readings: readonly Reading[],
): readonly { readonly reading: Reading; readonly choice: Choice }[] => {
  const said = new Map<string, Reading>()
  for (const reading of readings) {
    const words = wordsOf(catalog, reading.tree)
    if (words !== null && !said.has(words)) said.set(words, reading)
  }
  const all = [...said.keys()].map(partsOf)
  return [...said].map(([words, reading], at) => ({
    reading,
    choice: {
      label: labelOf(
        partsOf(words),
        all.filter((_, other) => other !== at),
      ),
      question: questionOf(words),
    },
  }))
}
