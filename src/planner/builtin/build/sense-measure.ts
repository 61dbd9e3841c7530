import type { Measure } from '../query/index.ts'
import { childSenseColumn, columnMeasure, senseColumn } from '../schema/index.ts'
import type { AdjectiveSense } from '../words/index.ts'
import type { Reading } from './reading.ts'

/** Adjectives that describe a row by its related rows; the owner of expensive things is not expensive. */
const describesRelatedRows = (sense: AdjectiveSense): sense is 'sold' | 'rating' | 'duration' =>
  sense === 'sold' || sense === 'rating' || sense === 'duration'

/** "The product that sold best", "the fastest carrier": measured by related rows, if the table has no such column. */
export const senseMeasure = (reading: Reading, sense: AdjectiveSense): Measure | null => {
  const { subject, catalog } = reading
  if (subject === null || !describesRelatedRows(sense) || senseColumn(catalog, subject, sense) !== null) return null
  const column = childSenseColumn(catalog, subject, sense)
  return column === null ? null : columnMeasure(column, sense === 'sold' ? 'sum' : 'avg')
}
