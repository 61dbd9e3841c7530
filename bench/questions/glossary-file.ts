import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { EMPTY_GLOSSARY, type Glossary } from '../../src/domain/ask/glossary.ts'

const synonyms = z.array(z.string()).default([])
const text = z.string().exactOptional()

const glossarySchema: z.ZodType<Glossary> = z.strictObject({
  tables: z
    .array(z.strictObject({ table: z.string(), synonyms, description: text, label: text, time: text }))
    .default([]),
  columns: z
    .array(z.strictObject({ table: z.string(), column: z.string(), synonyms, description: text, unit: text }))
    .default([]),
  phrases: z
    .array(
      z.strictObject({
        phrase: z.string(),
        table: z.string(),
        filter: z
          .strictObject({
            column: z.string(),
            op: z.enum(['=', '<>', '>', '>=', '<', '<=', 'is null', 'is not null']),
            value: z.union([z.string(), z.number()]).exactOptional(),
          })
          .exactOptional(),
        measure: z
          .strictObject({ aggregate: z.enum(['sum', 'avg', 'count']), column: text, times: text })
          .exactOptional(),
      }),
    )
    .default([]),
})

/** The glossary in a JSON file; the empty one where no file is given. @throws ZodError: it is none */
export const readGlossary = (file: string | undefined): Glossary =>
  file === undefined ? EMPTY_GLOSSARY : glossarySchema.parse(JSON.parse(readFileSync(file, 'utf8')))
