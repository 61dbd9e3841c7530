import { slip } from '../../shared/refuse.ts'
import type { TreeBounds } from './tree-bounds.ts'

/** The parser gives up at some fifty, and near two hundred it takes for ever. */
const NESTING_MAX = 40
/** The parser dies of trees that are some 600 deep. */
const CHAIN_MAX = 400
/** Databases take more. */
const PARTS_MAX = 60

/**
 * Refuses a draft whose tree might be deeper than parsers bear, before one of them sees it.
 *
 * @throws Refused
 */
export const limitDepth = ({ nesting, depth, parts }: TreeBounds): void => {
  if (nesting > NESTING_MAX)
    throw slip(
      'too_deep',
      `The query is nested too deeply (at most ${NESTING_MAX} parentheses); name its parts with WITH.`,
    )
  if (parts > PARTS_MAX) throw slip('too_many_parts', `Write at most ${PARTS_MAX} parts of a UNION.`)
  if (depth > CHAIN_MAX)
    throw slip(
      'too_deep',
      'One expression of the query is too long: use IN (…), BETWEEN or a join instead of many conditions.',
    )
}
