import type { Token } from './lexicon.ts'

/** How large a tree the parser may make of a text. */
export interface TreeBounds {
  /** Parentheses within parentheses. */
  readonly nesting: number
  /** Words and signs on the longest way down. No tree is deeper than the words that it is made of. */
  readonly depth: number
  /** Parts of one UNION, INTERSECT or EXCEPT, whose tree leans to one side. */
  readonly parts: number
  /** Words on the longest way down that the parser reads in more than one way. */
  readonly attempts: number
}

/** One level of parentheses. */
interface Level {
  /** Words and signs since the last comma. */
  chain: number
  /** The deepest of the parentheses since then. */
  below: number
  /** The deepest part between two commas. */
  deepest: number
  parts: number
  /** The same of attempts. */
  tried: number
  triedBelow: number
  triedMost: number
}

/** They make no tree deeper: they separate names, or open and close a level. */
const FLAT: ReadonlySet<string> = new Set(['.', ',', '(', ')'])
const COMPOUND: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT'])

/**
 * Tells from the words alone, in one pass, what a tree may be at most: any word may add one to the depth of what stands
 * between two commas, and what stands in parentheses is below all that is beside them. So no list of operators can miss
 * one.
 *
 * @param tried words (in capitals) that the parser goes back before to read them in another way
 */
export const treeBounds = (tokens: readonly Token[], tried: ReadonlySet<string>): TreeBounds => {
  const open: Level[] = []
  let level = newLevel()
  let [nesting, parts] = [0, 0]
  for (const { kind, text, keyword } of tokens) {
    if (kind === 'sign' && text === '(') {
      open.push(level)
      level = newLevel()
      nesting = Math.max(nesting, open.length)
    } else if (kind === 'sign' && text === ')') {
      const inner = level
      level = open.pop() ?? newLevel()
      close(inner, level)
    } else if (text === ',') {
      level.deepest = Math.max(level.deepest, level.chain + level.below)
      level.triedMost = Math.max(level.triedMost, level.tried + level.triedBelow)
      level.chain = level.below = level.tried = level.triedBelow = 0
    } else if (kind === 'word' || (kind === 'sign' && !FLAT.has(text))) {
      level.chain++
      if (kind === 'word' && tried.has(keyword)) level.tried++
      if (kind === 'word' && COMPOUND.has(keyword)) parts = Math.max(parts, ++level.parts)
    }
  }
  // Whatever is still open is a slip for the parser to find, and may be as deep.
  for (let outer = open.pop(); outer !== undefined; outer = open.pop()) {
    close(level, outer)
    level = outer
  }
  return { nesting, depth: depthOf(level), parts, attempts: attemptsOf(level) }
}

const close = (inner: Level, outer: Level): void => {
  outer.below = Math.max(outer.below, depthOf(inner) + 1)
  outer.triedBelow = Math.max(outer.triedBelow, attemptsOf(inner))
}

const newLevel = (): Level => ({ chain: 0, below: 0, deepest: 0, parts: 0, tried: 0, triedBelow: 0, triedMost: 0 })

const depthOf = ({ chain, below, deepest, parts }: Level): number => Math.max(deepest, chain + below) + parts
const attemptsOf = ({ tried, triedBelow, triedMost }: Level): number => Math.max(triedMost, tried + triedBelow)
