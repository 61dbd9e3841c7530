import * as z from 'zod'

const questionSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  /** Earlier questions of the same conversation, oldest first. */
  after: z.array(z.string()).optional(),
  /** SQL of the right answer, or of several acceptable ones; null if the data has no answer. */
  gold: z.union([z.string(), z.array(z.string()), z.null()]).optional(),
})

/** One line of a question set. */
export type FiledQuestion = z.infer<typeof questionSchema>

/** Parses a text with one JSON object per line. @throws Error with the invalid line */
export const parseQuestions = (text: string): readonly FiledQuestion[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [questionSchema.parse(JSON.parse(line))]
    } catch (cause) {
      throw new Error(`line ${index + 1} is no question`, { cause })
    }
  })
