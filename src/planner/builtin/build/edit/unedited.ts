import type { MadeOut } from '../made-out.ts'
import { partsOf } from '../pieces.ts'
import { isGroup } from '../reading.ts'

/** Notes what a follow-up says that has changed nothing. */
export const loseUnedited = ({ reading, measures, doubts }: MadeOut, hasColumns: boolean): void => {
  const isShown = partsOf(reading, 'noun').some((part) => part.noun.kind === 'column' && !isGroup(part))
  if (isShown && !hasColumns && measures.length === 0) doubts.drop()
  if (partsOf(reading, 'rank').length > 1) doubts.lose()
}
