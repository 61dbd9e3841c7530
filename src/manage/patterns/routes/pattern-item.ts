import type { z } from 'zod'
import { unsharedValues } from '../../../ask/rules/proposal.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import type { Pattern } from '../rules/pattern.ts'
import type { PatternItem, UnsharedValues } from './pattern-schema.ts'

/** Whether a text is published. */
export type IsShared = Awaited<ReturnType<RouteParts['databases']['sharedTexts']>>

/** A pattern as the API returns it. @param isShared if given, constants that are not published are included */
export const patternItem = (
  { id, databaseId, question, query, failure, ...pattern }: Pattern,
  isShared?: IsShared,
): z.input<typeof PatternItem> => ({
  id,
  database_id: databaseId,
  question,
  query,
  verified_by: pattern.verifiedBy,
  ...(isShared === undefined ? {} : { unshared_values: unsharedItems(query, isShared) }),
  ...(failure === undefined ? {} : { failure: { at: failure.at, by: failure.by, reason: failure.reason } }),
  created_at: pattern.createdAt,
  updated_at: pattern.updatedAt,
})

export const unsharedItems = (query: string, isShared: IsShared): z.input<typeof UnsharedValues> =>
  unsharedValues({ query }, isShared).map(({ value, isHidden }) => ({ value, hidden: isHidden }))
