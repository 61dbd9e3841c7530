import type { Judged } from './go-through.ts'
import { TROUBLES } from './matrix.ts'
import { VERBS } from './verbs.ts'

/**
 * A Markdown table of functions and faults: the number of commands that each was tried at, the maximum number of uses until
 * the function succeeded, and differences from a run without faults.
 */
export const tableOf = (judged: readonly Judged[]): string => {
  const head = ['verb', ...TROUBLES.map(({ name }) => name), 'used again']
  const rows = Object.entries(VERBS).map(([verb, { again, leaves }]) => {
    const own = judged.filter((one) => one.verb === verb)
    const cells = TROUBLES.map(({ name }) => cellOf(own.filter(({ trouble }) => trouble.name === name)))
    const note = [
      again && `may give ${JSON.stringify(again.gives) ?? 'undefined'}: ${again.because}`,
      leaves && `leaves ${leaves}`,
    ]
    return [verb, ...cells, note.filter(Boolean).join('; ') || 'the same']
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const cellOf = (cases: readonly Judged[]): string => {
  if (cases.length === 0) return '–'
  const wrong = cases.filter((one) => one.wrong !== undefined).length
  const uses = Math.max(...cases.map((one) => one.uses))
  return wrong > 0
    ? `**${wrong} of ${cases.length} wrong**`
    : `${cases.length}, ${uses === 1 ? 'unheard' : `use ${uses}`}`
}
