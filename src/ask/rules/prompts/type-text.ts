import type { VisibleColumn } from '../knowledge.ts'
import { oneLine, quoted } from './quoted.ts'

/** A type is whatever the database lets people write there. */
const TYPE_LENGTH_MAX = 200
const LABEL_LENGTH_MAX = 40

/** The type of a column, as it is declared; of an enumeration with its labels: `public.mood("sad" | "ok")`. */
export const typeText = ({ type, labels, moreLabels }: VisibleColumn): string => {
  if (labels === undefined) return oneLine(type, TYPE_LENGTH_MAX)
  const [name = ''] = type.split('(', 1)
  const told = labels.map((label) => quoted(label, LABEL_LENGTH_MAX))
  return `${oneLine(name, TYPE_LENGTH_MAX)}(${[...told, ...(moreLabels === true ? ['…'] : [])].join(' | ')})`
}
