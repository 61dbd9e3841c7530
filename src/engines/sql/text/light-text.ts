import type { TreeBounds } from './tree-bounds.ts'

/** Words before which the parser goes back when it fails at what follows, and reads them in another way. */
export const TRIED: ReadonlySet<string> = new Set(['INTERVAL', 'CASE', 'CAST'])

const CHARACTERS_MAX = 6_000
const TOKENS_MAX = 1_500
const NESTING_MAX = 12
const DEPTH_MAX = 200
const PARTS_MAX = 20
const ATTEMPTS_MAX = 6

/**
 * Whether a text is so short and so shallow that the parser reads it in some milliseconds, whatever its words are.
 * Nearly every honest one is.
 */
export const isLight = (text: string, tokens: number, { nesting, depth, parts, attempts }: TreeBounds): boolean =>
  text.length <= CHARACTERS_MAX &&
  tokens <= TOKENS_MAX &&
  nesting <= NESTING_MAX &&
  depth <= DEPTH_MAX &&
  parts <= PARTS_MAX &&
  attempts <= ATTEMPTS_MAX
