import stringWidth from 'string-width'

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Terminal columns of a text: wide characters and emoji take two, combining marks none. */
export const textWidth = (text: string): number => stringWidth(text)

/** Pads a text with spaces. */
export const padToWidth = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const blanks = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'right' ? `${blanks}${text}` : `${text}${blanks}`
}

/** Truncates a text to a width; a truncated one ends in `…`. */
export const cutToWidth = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text
  const [head = ''] = piecesOf(text, width - 1, 1)
  return `${head.trimEnd()}…`
}

/** Wraps a text between words, and within words wider than a line. */
export const wrapText = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => (textWidth(line) <= width ? [line] : wrappedLine(line, width)))

const wrappedLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`
    if (textWidth(joined) <= width) {
      current = joined
      continue
    }
    if (current !== '') lines.push(current)
    const pieces = piecesOf(word, width)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
  }
  return [...lines, current]
}

/** Splits between graphemes; a grapheme wider than the width gets its own piece. */
const piecesOf = (text: string, width: number, piecesMax = Number.POSITIVE_INFINITY): readonly string[] => {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    const columns = textWidth(segment)
    if (taken + columns > width && piece !== '') {
      pieces.push(piece)
      if (pieces.length >= piecesMax) return pieces
      piece = ''
      taken = 0
    }
    piece += segment
    taken += columns
  }
  return piece === '' ? pieces : [...pieces, piece]
}
