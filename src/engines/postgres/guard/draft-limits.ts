import { repairableRefusal } from '../../shared/refuse.ts'
import { LITERAL, tokensOf } from './tokens.ts'

const DRAFT_BYTES_MAX = 20_000
const TOKENS_MAX = 2_000
const NESTING_MAX = 60
/** Tokens on the longest path: no tree is deeper than its tokens. */
const CHAIN_MAX = 400

interface Level {
  /** Tokens since the last comma. */
  chain: number
  /** Deepest parentheses since the last comma. */
  below: number
  /** Deepest part between two commas. */
  deepest: number
}

/**
 * Refuses a draft that is too long or whose tree might be too deep, before parsing. Uses tokens alone, in one pass:
 * every token between two commas may add one level, and parentheses are below everything beside them. No list of
 * operators is needed.
 *
 * @throws Refused
 */
export const limitDraft = (draft: string): void => {
  if (draft.length > DRAFT_BYTES_MAX || Buffer.byteLength(draft) > DRAFT_BYTES_MAX)
    throw repairableRefusal('too_long', `Write a shorter query: at most ${DRAFT_BYTES_MAX} bytes.`)
  if (draft.includes('\0')) throw repairableRefusal('syntax', 'A query cannot contain the character NUL.')
  const tokens = tokensOf(draft)
  if (tokens.length > TOKENS_MAX)
    throw repairableRefusal('too_long', `Write a shorter query: at most ${TOKENS_MAX} words and signs.`)
  const open: Level[] = []
  let level = newLevel()
  for (const token of tokens) {
    if (token === '(' || token === '[') {
      open.push(level)
      level = newLevel()
      if (open.length > NESTING_MAX) throw tooDeep()
    } else if (token === ')' || token === ']') {
      const depth = depthOf(level) + 1
      level = open.pop() ?? newLevel()
      level.below = Math.max(level.below, depth)
      level.chain++
    } else if (token === ',') {
      level.deepest = depthOf(level)
      level.chain = 0
      level.below = 0
    } else if (token !== LITERAL && token !== '.') level.chain++
    if (level.chain + level.below > CHAIN_MAX) throw tooLong()
  }
  // Unclosed parentheses are a syntax error, but may be as deep.
  const depth = open.reduceRight((below, outer) => Math.max(depthOf(outer), outer.chain + below + 1), depthOf(level))
  if (depth > CHAIN_MAX) throw tooLong()
}

const newLevel = (): Level => ({ chain: 0, below: 0, deepest: 0 })

const depthOf = ({ chain, below, deepest }: Level): number => Math.max(deepest, chain + below)

const tooDeep = () =>
  repairableRefusal(
    'too_deep',
    `The query is nested too deeply (at most ${NESTING_MAX} parentheses); name its parts with WITH.`,
  )

const tooLong = () =>
  repairableRefusal(
    'too_deep',
    'One expression of the query is too long: use IN (…), BETWEEN or a join instead of many conditions.',
  )
