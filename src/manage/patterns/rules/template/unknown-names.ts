import type { KnownValues, Published } from './known-values.ts'
import { type Name, type QueryReading, readQuery } from './query-reading.ts'

/** Whether a query may hold a text that is written as a name: `"Acme"` in MySQL. */
export const hasQuotedText = ({ names, given }: QueryReading, known: Pick<Published, 'isName'>): boolean =>
  names.some((name) => name.mayBeText && isUnknown(name, given, known))

/**
 * Whether a query may name a table or a column that its database lacks: a name is not in the caller's view, or the query cannot
 * be read. False on databases of documents, which declare no names: one tenant's documents may lack what others have.
 */
export const mayNameMissing = (query: string, known: Pick<KnownValues, 'view' | 'isName'>): boolean => {
  if (known.view.dialect === null) return false
  const reading = readQuery(query)
  return reading === undefined || reading.names.some((name) => isUnknown(name, reading.given, known))
}

const isUnknown = ({ text, isSyntax }: Name, given: ReadonlySet<string>, known: Pick<Published, 'isName'>): boolean =>
  !isSyntax && !given.has(text.toLowerCase()) && !known.isName(text)
