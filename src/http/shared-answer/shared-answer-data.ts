import { z } from 'zod'
import type { SharedPart } from '../../manage/shares/rules/shared-answer.ts'
import type { OpenedShare } from '../../manage/shares/shares.ts'
import { ChartItem } from '../chart-item.ts'
import { data } from '../reply.ts'
import { resultData, resultFields } from '../result-data.ts'

const moment = z.iso.datetime({ precision: 3 })

/** A shared answer as JSON, with the same content as its page. */
const SharedAnswerItem = z
  .object({
    organization: z.string(),
    question: z.string(),
    message: z.string(),
    asked_at: moment,
    expires_at: moment,
    tenant_id: z.string().nullable().meta({ description: 'The tenant of the question; null if none was given.' }),
    scope_id: z.string().nullable(),
    sources: z.array(z.string()).readonly(),
    assumptions: z.array(z.string()).readonly(),
    parts: z
      .array(
        z.object({
          title: z.string().optional(),
          ...resultFields,
          left_out: z.int().min(1).optional(),
          chart: ChartItem.optional(),
          query: z.string().optional(),
          guarded_query: z.string().optional(),
        }),
      )
      .readonly()
      .meta({
        description: 'One for each query of the answer; the query itself is included only if the share link shows it.',
      }),
  })
  .meta({ id: 'SharedAnswer' })

export const sharedAnswerReply = data(SharedAnswerItem)

export const sharedAnswerData = ({ answer, link, organization }: OpenedShare): z.input<typeof SharedAnswerItem> => ({
  organization: organization.name,
  question: answer.question,
  message: answer.message,
  asked_at: answer.askedAt,
  expires_at: link.expiresAt.toISOString(),
  tenant_id: answer.tenantId ?? null,
  scope_id: answer.scopeId ?? null,
  sources: answer.sources,
  assumptions: answer.assumptions,
  parts: answer.parts.map(partData),
})

const partData = ({ title, result, chart, query }: SharedPart) => ({
  ...(title === undefined ? {} : { title }),
  ...resultData(result),
  ...(result.leftOut === undefined ? {} : { left_out: result.leftOut }),
  ...(chart === undefined ? {} : { chart }),
  ...(query === undefined ? {} : { query: query.written, guarded_query: query.run }),
})
