import type { Measure } from '../query/index.ts'
import { childSenseColumn, columnMeasure, senseColumn } from '../schema/index.ts'
import type { AdjectiveSense } from '../words/index.ts'
import type { Reading } from './reading.ts'

/** What may be said of something for what belongs to it; who has the dearest things is not dear. */
const isOfOthers = (sense: AdjectiveSense): sense is 'sold' | 'rating' | 'duration' =>
  sense === 'sold' || sense === 'rating' || sense === 'duration'

/** "The product that sold best", "the fastest carrier": by what belongs to each of them, where they have no such thing. */
export const senseMeasure = (reading: Reading, sense: AdjectiveSense): Measure | null => {
  const { subject, catalog } = reading
  if (subject === null || !isOfOthers(sense) || senseColumn(catalog, subject, sense) !== null) return null
  const column = childSenseColumn(catalog, subject, sense)
  return column === null ? null : columnMeasure(column, sense === 'sold' ? 'sum' : 'avg')
}
