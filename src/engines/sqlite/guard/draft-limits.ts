import { slip } from './refuse.ts'
import type { Token } from './tokens.ts'

/** Parentheses within parentheses. The parser gives up at some fifty, and near two hundred it takes for ever. */
const NESTING_MAX = 40
/**
 * Words and signs on the longest way down the tree. The parser dies of trees that are some 600 deep, and no tree is
 * deeper than the words that it is made of.
 */
export const CHAIN_MAX = 400
/** Parts of UNION, INTERSECT and EXCEPT, whose tree leans to one side. SQLite takes 500. */
const PARTS_MAX = 60

/** One level of parentheses. */
interface Level {
  /** Words and signs since the last comma. */
  chain: number
  /** The deepest of the parentheses since then. */
  below: number
  /** The deepest part between two commas. */
  deepest: number
  parts: number
}

/** They make no tree deeper: they separate names, or open and close a level. */
const FLAT: ReadonlySet<string> = new Set(['.', ',', '(', ')'])
const COMPOUND: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT'])

/**
 * Refuses a draft whose tree might be deeper than parsers bear, before one of them sees it. What a tree may be is told
 * from the words alone, in one pass: any word may add one to the depth of what stands between two commas, and what
 * stands in parentheses is below all that is beside them. So no list of operators can miss one.
 *
 * @throws Refused
 */
export const limitDepth = (tokens: readonly Token[]): void => {
  const open: Level[] = []
  let level = newLevel()
  for (const { kind, text } of tokens) {
    if (kind === 'sign' && text === '(') {
      open.push(level)
      level = newLevel()
      if (open.length > NESTING_MAX) throw tooDeep()
    } else if (kind === 'sign' && text === ')') {
      const depth = depthOf(level) + 1
      level = open.pop() ?? newLevel()
      level.below = Math.max(level.below, depth)
    } else if (text === ',') {
      level.deepest = Math.max(level.deepest, level.chain + level.below)
      level.chain = 0
      level.below = 0
    } else if (kind === 'word' || (kind === 'sign' && !FLAT.has(text))) {
      level.chain++
      if (kind === 'word' && text.length <= 9 && COMPOUND.has(text.toUpperCase())) level.parts++
      if (level.parts > PARTS_MAX) throw slip('too_many_parts', `Write at most ${PARTS_MAX} parts of a UNION.`)
    }
    if (level.chain + level.below > CHAIN_MAX) throw tooLongChain()
  }
  // Whatever is still open is a slip for the parser to find, and may be as deep.
  const depth = open.reduceRight(
    (below, outer) => depthOf({ ...outer, below: Math.max(outer.below, below + 1) }),
    depthOf(level),
  )
  if (depth > CHAIN_MAX) throw tooLongChain()
}

const newLevel = (): Level => ({ chain: 0, below: 0, deepest: 0, parts: 0 })

const depthOf = ({ chain, below, deepest, parts }: Level): number => Math.max(deepest, chain + below) + parts

const tooDeep = () =>
  slip('too_deep', `The query is nested too deeply (at most ${NESTING_MAX} parentheses); name its parts with WITH.`)

const tooLongChain = () =>
  slip('too_deep', 'One expression of the query is too long: use IN (…), BETWEEN or a join instead of many conditions.')
