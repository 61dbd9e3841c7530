import type { Published } from './known-values.ts'
import type { Name, QueryReading } from './query-reading.ts'

/** Whether a query may hold a text that is written as a name: `"Acme"` in MySQL. */
export const hasQuotedText = ({ names, given }: QueryReading, known: Pick<Published, 'isName'>): boolean =>
  names.some((name) => name.mayBeText && isUnknown(name, given, known))

const isUnknown = ({ text, isSyntax }: Name, given: ReadonlySet<string>, known: Pick<Published, 'isName'>): boolean =>
  !isSyntax && !given.has(text.toLowerCase()) && !known.isName(text)
