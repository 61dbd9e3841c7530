import { z } from 'zod'
import { displayName } from '../access/rules/display-name.ts'

const NAME = 'must have 1 to 200 visible characters'

/** A display name. */
export const nameText = z
  .string(NAME)
  .refine((text) => displayName(text) !== undefined, NAME)
  .transform((text) => displayName(text) ?? text)
