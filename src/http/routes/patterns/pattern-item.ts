import type { z } from 'zod'
import type { Pattern } from '../../../domain/ask/pattern.ts'
import type { PatternItem } from './pattern-schema.ts'

/** A pattern in the words of the API. */
export const patternItem = ({ id, databaseId, question, query, ...pattern }: Pattern): z.input<typeof PatternItem> => ({
  ...{ id, database_id: databaseId, question, query, verified_by: pattern.verifiedBy },
  ...{ created_at: pattern.createdAt, updated_at: pattern.updatedAt },
})
