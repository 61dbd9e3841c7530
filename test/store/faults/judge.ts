import { normal, type Ran } from './matrix.ts'
import type { VerbUse } from './verb-use.ts'

/** Compares a use of a function during a fault with one without; undefined: no difference that matters. */
export const wrongIn = (
  { again, leaves }: Pick<VerbUse, 'again' | 'leaves'>,
  undisturbed: Ran,
  disturbed: Ran,
): string | undefined => {
  const allowed = [undisturbed.answer, ...(again === undefined ? [] : [normal(again.gives)])]
  if (disturbed.uses === 1 && disturbed.answer !== undisturbed.answer) return `gives ${disturbed.answer}`
  if (!allowed.includes(disturbed.answer)) return `gives ${disturbed.answer}, not ${allowed.join(' or ')}`
  const [wanted, found] = [undisturbed.state, disturbed.state].map((state) => (leaves ? [...new Set(state)] : state))
  const grown = (found ?? []).map((line) => asWanted(line, wanted ?? []))
  const differing = [...difference(wanted ?? [], grown, '-'), ...difference(grown, wanted ?? [], '+')]
  const wrong = leaves === undefined ? differing : differing.filter((line) => !isLeft(line))
  return wrong.length === 0 ? undefined : `leaves ${wrong.join('\n')}`
}

const VERSION = /^(pattern_books .*"version":)(\d+)/

/** The version of a book only marks changes: a higher version is not an error. */
const asWanted = (line: string, wanted: readonly string[]): string => {
  const [, start, version] = VERSION.exec(line) ?? []
  if (start === undefined) return line
  return wanted.find((one) => one.startsWith(start) && Number(VERSION.exec(one)?.[2]) <= Number(version)) ?? line
}

/** Log entries that remain begun also exist in the run without a fault, before it ends them. */
const isLeft = (line: string): boolean => line.startsWith('+ audit') || line.startsWith('+ organization_ids')

const difference = (all: readonly string[], without: readonly string[], sign: string): readonly string[] => {
  const left = [...without]
  return all.flatMap((one) => {
    const at = left.indexOf(one)
    if (at === -1) return [`${sign} ${one}`]
    left.splice(at, 1)
    return []
  })
}
