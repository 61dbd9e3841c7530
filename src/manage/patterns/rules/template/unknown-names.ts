import type { KnownValues, PublishedWords } from './known-values.ts'
import { type Name, type QueryReading, readQuery } from './query-reading.ts'

/** Whether a query may contain a text quoted like a name: `"Acme"` in MySQL. */
export const hasQuotedText = ({ names, definedNames }: QueryReading, known: Pick<PublishedWords, 'isName'>): boolean =>
  names.some((name) => name.mayBeText && isUnknown(name, definedNames, known))

/**
 * Whether a query may reference a table or a column that does not exist: a name is not in the caller's view, or the query cannot
 * be parsed. False for document databases, which have no declared fields: documents of one tenant may lack fields of others.
 */
export const mayReferenceMissingNames = (query: string, known: Pick<KnownValues, 'view' | 'isName'>): boolean => {
  if (known.view.dialect === null) return false
  const reading = readQuery(query)
  return reading === undefined || reading.names.some((name) => isUnknown(name, reading.definedNames, known))
}

const isUnknown = (
  { text, isSyntax }: Name,
  given: ReadonlySet<string>,
  known: Pick<PublishedWords, 'isName'>,
): boolean => !isSyntax && !given.has(text.toLowerCase()) && !known.isName(text)
