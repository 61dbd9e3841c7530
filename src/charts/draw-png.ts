import { Resvg } from '@resvg/resvg-js'
import { FONT_FILES } from './inter.ts'

/** Device pixels per CSS pixel, for high-density screens. */
const PNG_SCALE = 2

/** @param svg of `drawSvg` @returns it as a PNG with text in the bundled font */
export const drawPng = (svg: string): Buffer =>
  new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { fontFiles: [...FONT_FILES], loadSystemFonts: false, defaultFontFamily: 'Inter' },
  })
    .render()
    .asPng()
