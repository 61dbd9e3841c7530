import type { Token } from './lexicon.ts'

/** Upper bounds for the parser's tree of a text. */
export interface TreeBounds {
  /** Maximum nesting of parentheses. */
  readonly nesting: number
  /** Tokens on the longest path: no tree is deeper than its tokens. */
  readonly depth: number
  /** Parts of one UNION, INTERSECT or EXCEPT, whose tree is left-deep. */
  readonly parts: number
  /** Backtracking words on the longest path. */
  readonly attempts: number
}

/** One level of parentheses. */
interface Level {
  /** Tokens since the last comma. */
  chain: number
  /** Deepest parentheses since the last comma. */
  below: number
  /** Deepest part between two commas. */
  deepest: number
  parts: number
  /** Backtracking words, counted likewise. */
  tried: number
  triedBelow: number
  triedMost: number
}

/** Tokens that add no depth: they separate names, or open and close a level. */
const FLAT: ReadonlySet<string> = new Set(['.', ',', '(', ')'])
const COMPOUND: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT'])

/**
 * Bounds the tree by tokens alone, in one pass: every token between two commas may add one level, and parentheses are
 * below everything beside them. No list of operators is needed, so none can be incomplete.
 *
 * @param tried words (upper case) at which the parser may backtrack
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
  // Unclosed parentheses are a syntax error, but may be as deep.
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
