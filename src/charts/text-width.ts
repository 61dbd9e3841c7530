import stringWidth from 'string-width'

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns of a terminal that a text takes: wide characters and emoji take two, marks on letters none. */
export const textWidth = (text: string): number => stringWidth(text)

/** A text with blanks up to a width. */
export const padded = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const blanks = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'right' ? `${blanks}${text}` : `${text}${blanks}`
}

/** A text that is no wider than this; where something is left out, it ends in `…`. */
export const cutToWidth = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text
  const [head = ''] = piecesOf(text, width - 1, 1)
  return `${head.trimEnd()}…`
}

/** The lines of a text, none wider than this: broken between words, and within a word that is wider than a line. */
export const wrapped = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => (textWidth(line) <= width ? [line] : wrappedLine(line, width)))

const wrappedLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = []
  let open = ''
  for (const word of line.split(' ')) {
    const joined = open === '' ? word : `${open} ${word}`
    if (textWidth(joined) <= width) {
      open = joined
      continue
    }
    if (open !== '') lines.push(open)
    const pieces = piecesOf(word, width)
    lines.push(...pieces.slice(0, -1))
    open = pieces.at(-1) ?? ''
  }
  return [...lines, open]
}

/** Of graphemes that belong together; one that is wider than the width stands by itself. */
const piecesOf = (text: string, width: number, piecesMax = Number.POSITIVE_INFINITY): readonly string[] => {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    const wide = textWidth(segment)
    if (taken + wide > width && piece !== '') {
      pieces.push(piece)
      if (pieces.length >= piecesMax) return pieces
      piece = ''
      taken = 0
    }
    piece += segment
    taken += wide
  }
  return piece === '' ? pieces : [...pieces, piece]
}
