import type { Measure } from '../query/index.ts'
import type { Sense } from '../read/index.ts'
import { childSenseColumn, columnMeasure } from '../schema/index.ts'
import { columnOfSense } from './bound-condition.ts'
import type { Scene } from './scene.ts'

/** What may be said of something for what belongs to it; who has the dearest things is not dear. */
const isOfOthers = (sense: Sense): sense is 'sold' | 'rating' | 'duration' =>
  sense === 'sold' || sense === 'rating' || sense === 'duration'

/** "The product that sold best", "the fastest carrier": by what belongs to each of them, where they have no such thing. */
export const senseMeasure = (scene: Scene, sense: Sense): Measure | null => {
  const { subject, catalog } = scene
  if (subject === null || !isOfOthers(sense) || columnOfSense(scene, subject, sense) !== null) return null
  const column = childSenseColumn(catalog, subject, sense)
  return column === null ? null : columnMeasure(column, sense === 'sold' ? 'sum' : 'avg')
}
