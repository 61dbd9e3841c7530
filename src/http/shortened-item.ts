import { z } from 'zod'

/** A large cell that rows have the beginning of only, as text. */
export const ShortenedItem = z
  .object({
    row: z.int().min(0).meta({ description: 'Which row, counted from 0.' }),
    column: z.string(),
    length: z.int().min(1).meta({
      description:
        'Characters of the whole cell; of an array or object of MongoDB that was not read to its end, its bytes there.',
    }),
  })
  .meta({ id: 'ShortenedCell', description: 'A cell of which only the first characters are shown, as text.' })
