import type { Measure } from '../query/index.ts'
import type { ShownColumns } from './pieces.ts'
import type { Reading } from './reading.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'
import type { QuestionConditions } from './where.ts'

/** The resolved parts of one reading, from which a query tree is made. */
export interface ResolvedReading {
  readonly reading: Reading
  readonly asked: QuestionConditions
  readonly measures: readonly Measure[]
  readonly shown: ShownColumns
  readonly doubts: UncertaintyNotes
}
