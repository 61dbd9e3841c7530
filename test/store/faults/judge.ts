import { normal, type Ran } from './matrix.ts'
import type { VerbUse } from './verb-use.ts'

/** What is wrong with a use of a verb that had trouble, held against one that had none; undefined: nothing. */
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

/** The version of a book only says that it is another one: more of them are no fault. */
const asWanted = (line: string, wanted: readonly string[]): string => {
  const [, start, version] = VERSION.exec(line) ?? []
  if (start === undefined) return line
  return wanted.find((one) => one.startsWith(start) && Number(VERSION.exec(one)?.[2]) <= Number(version)) ?? line
}

/** Entries of the log that stay begun are more of what the undisturbed run has had too, before it ended them. */
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
