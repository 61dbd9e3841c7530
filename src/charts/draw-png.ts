import { Resvg } from '@resvg/resvg-js'
import { FONT_FILES } from './inter.ts'

/** Pixels of the picture for one CSS pixel, as sharp screens have them. */
export const PNG_SCALE = 2

/** @param svg of `drawSvg` @returns the same as a PNG, with text in the font that is shipped */
export const drawPng = (svg: string): Buffer =>
  new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { fontFiles: [...FONT_FILES], loadSystemFonts: false, defaultFontFamily: 'Inter' },
  })
    .render()
    .asPng()
