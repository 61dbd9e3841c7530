import { z } from 'zod'

/** A large cell of which a row contains only the beginning, as text. */
export const ShortenedItem = z
  .object({
    row: z.int().min(0).meta({ description: 'The row index, from 0.' }),
    column: z.string(),
    length: z.int().min(1).meta({
      description:
        'Length of the whole cell in characters; for a MongoDB array or object that was not read completely, its size in bytes.',
    }),
  })
  .meta({ id: 'ShortenedCell', description: 'A cell that is cut to its first characters, as text.' })
