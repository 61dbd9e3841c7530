import type { VisibleColumn } from '../knowledge.ts'
import { oneLine, quoted } from './quoted.ts'

/** Types may be long: enumerations list labels. */
const TYPE_LENGTH_MAX = 200
const LABEL_LENGTH_MAX = 40

/** The declared type of a column; for an enumeration with its labels: `public.mood("sad" | "ok")`. */
export const typeText = ({ type, labels, moreLabels }: VisibleColumn): string => {
  if (labels === undefined) return oneLine(type, TYPE_LENGTH_MAX)
  const [name = ''] = type.split('(', 1)
  const quotedLabels = labels.map((label) => quoted(label, LABEL_LENGTH_MAX))
  return `${oneLine(name, TYPE_LENGTH_MAX)}(${[...quotedLabels, ...(moreLabels === true ? ['…'] : [])].join(' | ')})`
}
