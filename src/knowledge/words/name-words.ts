import { normalWords } from './tokenise.ts'

/** Cache: tables have many columns of equal names, which then share their words. */
const known = new Map<string, readonly string[]>()
const KNOWN_MAX = 20_000
const KNOWN_LENGTH_MAX = 64

/** The words of a name, or of the last one of a path: `leadTimeDays` and `lead_time_days` → `lead`, `time`, `days`. */
export const nameWords = (name: string): readonly string[] => {
  const found = known.get(name)
  if (found !== undefined) return found
  const words = normalWords(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^.*\./, ''))
  if (known.size >= KNOWN_MAX) known.clear()
  if (name.length <= KNOWN_LENGTH_MAX) known.set(name, words)
  return words
}
