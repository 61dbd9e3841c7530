import type { MadeOut } from '../made-out.ts'
import { partsOf } from '../pieces.ts'
import { isGroup } from '../scene.ts'

/** Notes what a follow-up says that has changed nothing. */
export const loseUnedited = ({ scene, measures, tally }: MadeOut, hasColumns: boolean): void => {
  const isShown = partsOf(scene, 'noun').some((part) => part.noun.kind === 'column' && !isGroup(part))
  if (isShown && !hasColumns && measures.length === 0) tally.drop()
  if (partsOf(scene, 'rank').length > 1) tally.lose()
}
