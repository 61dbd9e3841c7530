import { joined } from './describe/index.ts'

/** Words as somebody has said them: “late” and “paid”. */
export const quoted = (words: readonly string[]): string =>
  joined(
    words.map((word) => `“${word}”`),
    'and',
  )
