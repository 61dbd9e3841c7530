import { z } from 'zod'
import { CHOICES_MAX } from '../ask/rules/choice.ts'

const ChoiceItem = z
  .object({
    label: z.string().meta({ description: 'One interpretation of the question, in plain language.' }),
    question: z.string().meta({
      description: 'Send this as `message` in the same conversation to get an answer to this interpretation.',
    }),
  })
  .meta({ id: 'Choice', description: 'One of several interpretations of a question that was not answered directly.' })

/** Most likely first. */
export const ChoiceList = z.array(ChoiceItem).max(CHOICES_MAX).readonly()
