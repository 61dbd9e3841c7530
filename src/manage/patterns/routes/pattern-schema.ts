import { z } from 'zod'
import { PageQuery, uuid } from '../../../http/input.ts'
import { plainTextField } from '../../../http/plain-text-field.ts'
import { PATTERN_LENGTHS } from '../rules/pattern.ts'

const timestamp = z.iso.datetime({ precision: 3 })

/** Unpublished constants of a query, shown to the manager who verifies it. */
export const UnsharedValues = z.array(z.object({ value: z.string(), hidden: z.boolean() })).meta({
  description:
    'Constants of the query that may belong to a single tenant: texts, numbers and dates that are not published. Models get a verified query as an example for every tenant, with these constants replaced by `<name>`, `<number>` or `<date>` (`hidden`), or not at all if the query cannot be parsed with certainty.',
})

/** A question and its verified query. */
export const PatternItem = z
  .object({
    id: z.uuid(),
    database_id: z.uuid(),
    question: z.string(),
    query: z.string(),
    verified_by: z.string(),
    unshared_values: UnsharedValues.optional(),
    failure: z
      .object({ at: timestamp, by: z.enum(['guard', 'database']), reason: z.string() })
      .optional()
      .meta({
        description:
          'Why the query could not be run, and whether the guard or the database refused it; absent if it has run or was changed since. While this is present, its questions are answered without the verified query.',
      }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Pattern' })

export const question = plainTextField(PATTERN_LENGTHS.question, 1)
export const query = plainTextField(PATTERN_LENGTHS.query, 1)
export const verifiedBy = plainTextField(PATTERN_LENGTHS.verifiedBy, 1)

/** A new pattern; `verified_by` defaults to the user or key of the request. */
export const PatternBody = z
  .strictObject({
    database_id: z.string('must be a UUID').pipe(uuid),
    question,
    query,
    verified_by: verifiedBy.optional(),
  })
  .meta({ id: 'PatternRequest' })

/** Changes of a pattern. Its database cannot be changed. */
export const PatternPatch = z
  .strictObject({
    question: question.optional(),
    query: query.optional(),
    verified_by: verifiedBy.nullish(),
    database_id: z.null('cannot be changed; create a pattern for the other database').optional(),
  })
  .meta({ id: 'PatternPatch' })

export const patternPath = z.object({ pattern_id: uuid })

export const PatternListQuery = PageQuery.extend({ database_id: uuid.optional() })
