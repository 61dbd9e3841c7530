import { addMonths, windowWords } from '../words/index.ts'

/** What a stretch of time is called beside others: its year or month, where it is one, and else as it was said. */
export const periodWords = (text: string, from: string | null, to: string | null): string => {
  const words = windowWords(from, to)
  if (/^in \d{4}$/.test(words)) return words.slice(3)
  if (from?.endsWith('-01') && to === addMonths(from, 1)) return from.slice(0, 7)
  return text
}
