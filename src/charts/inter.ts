import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fontWidths } from './font-widths.ts'

/** Path of a font file. PNGs always use this font; SVGs fall back to the system's where it is missing. */
const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`))

export const FONT_FAMILY = 'Inter, system-ui, sans-serif'
export const FONT_FILES: readonly [regular: string, semiBold: string] = [
  fontFile('400Regular'),
  fontFile('600SemiBold'),
]
export const SEMI_BOLD = 600

const [regular, semiBold] = FONT_FILES.map((file) => fontWidths(readFileSync(file)))

/** Width of a text in px. @param size in px */
export const textWidth = (text: string, size: number, weight = 400): number =>
  (weight >= SEMI_BOLD ? semiBold : regular)?.(text, size) ?? 0
