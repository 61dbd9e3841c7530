import { z } from 'zod'
import { CHART_THEMES } from '../../../charts/rules/chart-theme.ts'
import { CHART_TYPES } from '../../../charts/rules/choose-chart.ts'
import { canonicalLocale } from '../../../charts/rules/local-text.ts'
import { partField } from './message-schema.ts'

const WIDTH_MIN = 200
const WIDTH_MAX = 2_000
const WIDTH_DEFAULT = 640
const WIDTH = `must be a whole number of pixels from ${WIDTH_MIN} to ${WIDTH_MAX}`
const LOCALE = 'must be a language tag (BCP 47) of at most 35 characters, for example de-CH'

const listed = (names: readonly string[]): string => `must be one of ${names.join(', ')}`

const width = z
  .string(WIDTH)
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= WIDTH_MIN && Number(text) <= WIDTH_MAX, WIDTH)
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: WIDTH_MIN, maximum: WIDTH_MAX, default: WIDTH_DEFAULT } })

const locale = z
  .string(LOCALE)
  .transform((tag, context) => {
    const canonical = canonicalLocale(tag)
    if (canonical !== undefined) return canonical
    context.addIssue({ code: 'custom', message: LOCALE })
    return z.NEVER
  })
  .meta({
    override: { type: 'string', maxLength: 35, default: 'en' },
    description: 'The language for the format of numbers and dates (BCP 47).',
  })

const CHART_FORMATS = ['svg', 'png'] as const

/** Options for drawing a chart. */
export const ChartQuery = z.strictObject({
  part: partField('The part of the answer, numbered from 1 as in `parts`; without it, the chart of the first query.'),
  format: z.enum(CHART_FORMATS, 'must be svg or png').optional().meta({
    description: 'Without it, the format preferred by `Accept`. A PNG has two pixels for each pixel of `width`.',
  }),
  width: width.default(WIDTH_DEFAULT),
  theme: z
    .enum(CHART_THEMES, listed(CHART_THEMES))
    .default('light')
    .meta({ description: '`brand`: light, with the branding colour of the organization as the first colour.' }),
  type: z
    .enum(CHART_TYPES, listed(CHART_TYPES))
    .optional()
    .meta({ description: 'The `type` of the chart (the default) or one of its `alternatives`.' }),
  locale: locale.default('en'),
})
