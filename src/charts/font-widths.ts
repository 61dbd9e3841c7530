/** Width of characters missing in the font (Chinese, emoji), in em; wider than almost all letters of Inter. */
const MISSING_GLYPH_WIDTH = 1

/**
 * Reads glyph widths of a TrueType font (OpenType 1.9: tables `head`, `hhea`, `hmtx` and a `cmap` of format 4).
 *
 * @param font the whole file
 * @returns the width of a text in the unit of the font size; kerning is ignored
 * @throws RangeError on a truncated file, Error on a file without such a `cmap`
 */
export const fontWidths = (font: Buffer): ((text: string, size: number) => number) => {
  const tables = new Map<string, number>()
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8))
  const table = (name: string): number => {
    const at = tables.get(name)
    if (at === undefined) throw new Error(`the font has no table ${name}`)
    return at
  }
  const unitsPerEm = font.readUInt16BE(table('head') + 18)
  const metricsCount = font.readUInt16BE(table('hhea') + 34)
  const metrics = table('hmtx')
  const glyphOf = glyphsOf(font, table('cmap'))
  const widths = new Map<string, number>()
  const widthOf = (letter: string): number => {
    const cached = widths.get(letter)
    if (cached !== undefined) return cached
    const glyph = glyphOf(letter.codePointAt(0) ?? 0)
    const width =
      glyph === 0
        ? MISSING_GLYPH_WIDTH
        : font.readUInt16BE(metrics + 4 * Math.min(glyph, metricsCount - 1)) / unitsPerEm
    widths.set(letter, width)
    return width
  }
  return (text, size) => {
    let width = 0
    for (const letter of text) width += widthOf(letter)
    return width * size
  }
}

const SEGMENT_FORMAT = 4

/** Returns the glyph of a code point; 0 if the font has none. */
const glyphsOf = (font: Buffer, cmap: number): ((codePoint: number) => number) => {
  const at = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + 8 * index),
  ).find((start) => font.readUInt16BE(start) === SEGMENT_FORMAT)
  if (at === undefined) throw new Error('the font has no cmap of format 4')
  const count = font.readUInt16BE(at + 6) / 2
  const [ends, starts, deltas, offsets] = [at + 14, at + 16 + 2 * count, at + 16 + 4 * count, at + 16 + 6 * count]
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    for (let range = 0; range < count; range++) {
      if (font.readUInt16BE(ends + 2 * range) < codePoint) continue
      const start = font.readUInt16BE(starts + 2 * range)
      if (start > codePoint) return 0
      const delta = font.readUInt16BE(deltas + 2 * range)
      const offset = font.readUInt16BE(offsets + 2 * range)
      if (offset === 0) return (codePoint + delta) & 0xffff
      const glyph = font.readUInt16BE(offsets + 2 * range + offset + 2 * (codePoint - start))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
