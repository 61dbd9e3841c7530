import { z } from 'zod'
import { CHOICES_MAX } from '../domain/ask/choice.ts'

const ChoiceItem = z
  .object({
    label: z.string().meta({ description: 'One reading of the question in plain words.' }),
    question: z
      .string()
      .meta({ description: 'Send it as `message` in the same conversation to have exactly this reading answered.' }),
  })
  .meta({ id: 'Choice', description: 'One of several readings of a question that was not answered directly.' })

/** Likeliest first. */
export const ChoiceList = z.array(ChoiceItem).max(CHOICES_MAX).readonly()
