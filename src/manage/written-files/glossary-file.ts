import { z } from 'zod'
import { GLOSSARY_CHARACTERS_MAX, type Glossary } from '../../ask/rules/glossary.ts'
import { readInput } from './input-file.ts'

/** Longer names do not occur in questions. */
const WORDS_MAX = 6
/** Maximum number of factors of a measure, in addition to its column. */
const FACTORS_MAX = 5

const name = z.string().min(1).max(255)
/** A name that users use for something. */
export const words = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => text.split(/\s+/).length <= WORDS_MAX, `must have at most ${WORDS_MAX} words`)
const synonyms = z.array(words).readonly().default([])
const description = z.string().max(500).exactOptional()

const filter = z
  .strictObject({
    column: name,
    op: z.enum(['=', '<>', '>', '>=', '<', '<=', 'is null', 'is not null']),
    value: z.union([z.string().max(500), z.number()], 'must be text or a number').exactOptional(),
  })
  .refine(({ op, value }) => op.startsWith('is') === (value === undefined), {
    message: 'is required, except with "is null" and "is not null", where it must be omitted',
    path: ['value'],
  })

const factor = z.union([
  name,
  z.strictObject({
    from: z
      .union([z.number(), name], 'must be a number or a column')
      .describe('The value from which `minus` is subtracted: usually 1.'),
    minus: name.describe('The column to subtract. For rows without a value, nothing is subtracted.'),
    per: z
      .number()
      .refine((divisor) => divisor !== 0, 'must not be 0, because it is a divisor')
      .describe('The divisor of `minus`: 100 if it is in percent.')
      .exactOptional(),
  }),
])

const measure = z
  .strictObject({
    aggregate: z.enum(['sum', 'avg', 'count']),
    column: name.exactOptional(),
    times: z
      .union([name, z.array(factor).min(1).max(FACTORS_MAX).readonly()])
      .describe('The factors of the column: another column, or a list of columns and differences.')
      .exactOptional(),
  })
  .refine(({ aggregate, column, times }) => column !== undefined || (aggregate === 'count' && times === undefined), {
    message: 'is required, unless rows are counted',
    path: ['column'],
  })

/** Names of a table, and its columns with a special role. */
export const tableGloss = z.strictObject({
  table: name,
  synonyms,
  description,
  label: name.describe('The column that identifies a row for users.').exactOptional(),
  surname: name.describe('The column with last names, if the label is a first name.').exactOptional(),
  time: name.describe('The column with the date of a row.').exactOptional(),
})

/** Names of a column, and the meaning of its values. */
export const columnGloss = z.strictObject({
  table: name,
  column: name,
  synonyms,
  description,
  unit: words.describe('The unit of its numbers: `EUR`, `days`.').exactOptional(),
  references: z
    .string()
    .min(3)
    .max(511)
    .describe('The column that it references if no foreign key is declared: `orders.id`.')
    .exactOptional(),
  values: z
    .literal('none')
    .describe('`none`: its values are never given to planners or model providers, and never suggested.')
    .exactOptional(),
})

/** A phrase for a condition or a figure. */
export const phraseGloss = z
  .strictObject({ phrase: words, table: name, filter: filter.exactOptional(), measure: measure.exactOptional() })
  .refine((one) => (one.filter === undefined) !== (one.measure === undefined), 'requires either a filter or a measure')

/** A glossary as a file of the command or as the body of a request. */
export const GlossaryFile = z
  .strictObject({
    tables: z.array(tableGloss).readonly().default([]),
    columns: z.array(columnGloss).readonly().default([]),
    phrases: z.array(phraseGloss).describe('A phrase that means a condition or a measure.').readonly().default([]),
  })
  .refine((glossary) => JSON.stringify(glossary).length <= GLOSSARY_CHARACTERS_MAX, {
    message: `must have at most ${GLOSSARY_CHARACTERS_MAX} characters as JSON`,
  }) satisfies z.ZodType<Glossary>

/** Reads a glossary file. @throws FileInvalid with every mistake and its path */
export const readGlossary = (value: unknown): Glossary => readInput(GlossaryFile, value, 'glossary')
