import { z } from 'zod'
import { VIEW_KINDS, VIEW_LENGTH_MAX } from '../../../ask/rules/history/answer-view.ts'
import { PARTS_MAX } from '../../../ask/rules/next-step.ts'
import { CHART_TYPES } from '../../../charts/rules/choose-chart.ts'

const WIDTH_MAX = 10_000
const TOO_LARGE = `must have at most ${VIEW_LENGTH_MAX} characters as JSON`

const part = z.int().min(1).max(PARTS_MAX, `must be from 1 to ${PARTS_MAX}`)

const viewFields = {
  shows: z.enum(VIEW_KINDS, 'must be chart or table').optional(),
  chart_type: z.enum(CHART_TYPES, `must be one of ${CHART_TYPES.join(', ')}`).optional(),
  sort: z
    .strictObject({ column: z.string(), descending: z.boolean() })
    .optional()
    .meta({ description: 'Sort order of the rows of the answer; `column` is the name of a result column.' }),
  column_widths: z
    .record(z.string(), z.int().min(1).max(WIDTH_MAX))
    .optional()
    .meta({ description: 'Column widths in CSS pixels, by the name of the result column.' }),
}

/** View settings for the rows of an answer. */
const ViewItem = z.object(viewFields).meta({ id: 'AnswerView' })

/** The view settings of an answer, by part. */
export const ViewsItem = z.record(z.string(), ViewItem).meta({
  description: 'By part, numbered from 1; `0` is the first query of the answer.',
})

/** Replaces the stored view settings of a part. */
export const ViewBody = z
  .strictObject({
    part: part.nullish().meta({
      description: 'The part of the answer, numbered from 1 as in `parts`; without it, the first query.',
    }),
    ...viewFields,
  })
  .refine((view) => JSON.stringify(view).length <= VIEW_LENGTH_MAX, TOO_LARGE)
  .meta({ id: 'AnswerViewRequest' })

export const SavedView = z
  .object({ message_id: z.string(), part: part.nullable(), view: ViewItem })
  .meta({ id: 'KeptAnswerView' })
