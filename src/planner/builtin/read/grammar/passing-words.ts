import type { Token } from '../../../../words/index.ts'
import { WAY_ENDS } from '../../words/index.ts'

const WAY_STEMS = new Set(WAY_ENDS.flat())

export const NEGATIVE = new Set([
  'not',
  'nobody',
  'outside',
  'no',
  'never',
  'without',
  'except',
  'excluding',
  'nor',
  'neither',
  'lack',
  'lacking',
])
export const LEADS = new Set(
  'of for in at from to into by on with without as and or but during than per between via about through'.split(' '),
)
/** Words that change the answer when nobody reads them. */
export const SIGNIFICANT = new Set(
  'only under over above below between before after since until than both each every more less most least fewest same other others again half twice median average avg mean growth increase decrease rate ratio difference never not no except without ago top bottom first last rank per either also consecutive different distinct unique versus vs compare compared worth percentage percent share cumulative running develop developed evolve evolved evolution'.split(
    ' ',
  ),
)

/** "Across all", "among"; and verbs of a way, which say which of two keys is meant. */
export const isWay = ({ lower, stem }: Token): boolean =>
  /^(across|among|amongst|throughout|aged)$/.test(lower) || WAY_STEMS.has(stem)
