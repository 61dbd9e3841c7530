import { countMeasure } from '../measures.ts'
import { emptyTree, type QueryTree } from '../query/index.ts'
import { isMarked } from './pieces.ts'
import type { Scene } from './scene.ts'
import type { Tally } from './tally.ts'
import { type Asked, conditionsOf } from './where.ts'

const SAYING = /^(is|are|was|were|has|have|had|do|does|did|who|that|which)$/

/** Whether the question asks what part of some rows is so. */
export const asksShare = (scene: Scene): boolean => isMarked(scene, 'share')

/** "What percentage of Italian ships are ferries": what is said behind the verb is so of some of the rows before it. */
export const shareTree = (scene: Scene, asked: Asked, tally: Tally): QueryTree | null => {
  const { subject, words } = scene
  const noun = scene.said.find(({ table }) => table === subject)?.part
  if (subject === null || noun === undefined) return null
  const verb = words.tokens.findIndex(({ lower }, at) => at >= noun.end && SAYING.test(lower))
  const place = { anchor: subject, across: null }
  const before: Asked = {
    protos: asked.protos.filter(({ part }) => verb >= 0 && part.at < verb),
    counts: [],
    tables: [],
  }
  const rest: Asked = { ...asked, protos: asked.protos.filter((proto) => !before.protos.includes(proto)) }
  const share = conditionsOf(scene, rest, place, tally)
  if (share.length === 0) return null
  return {
    ...emptyTree(subject),
    measures: [countMeasure(scene.catalog, subject)],
    where: conditionsOf(scene, before, place, tally),
    share,
  }
}
