import { z } from 'zod'

/** Text that may have several lines: of bounded length, trimmed, and without what no store takes. */
export const plainTextField = (lengthMax: number, lengthMin = 0) =>
  z
    .string()
    // Before the work of counting characters, of which each has at most two code units.
    .max(2 * lengthMax, `must have at most ${lengthMax} characters`)
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim())
    .refine((text) => [...text].length <= lengthMax, `must have at most ${lengthMax} characters`)
    .refine((text) => text.length >= lengthMin, 'must not be empty')
