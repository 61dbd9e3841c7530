import { z } from 'zod'

/** Multi-line text of bounded length: trimmed, without NUL and lone surrogates, which databases refuse. */
export const plainTextField = (lengthMax: number, lengthMin = 0) =>
  z
    .string()
    // A cheap limit before characters are counted: a character has at most two code units.
    .max(2 * lengthMax, `must have at most ${lengthMax} characters`)
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim())
    .refine((text) => [...text].length <= lengthMax, `must have at most ${lengthMax} characters`)
    .refine((text) => text.length >= lengthMin, 'must not be empty')
