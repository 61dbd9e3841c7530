/**
 * Normalizes a question for planners: NFC (a Mac may send `u` and a diaeresis where others send `ü`), and ASCII for
 * full-width letters, digits and signs. The original text is stored and shown.
 */
export const readQuestion = (text: string): string => plainWidth(text.normalize('NFC'))

/** ASCII for full-width letters, digits and signs (`Ａ`, `１`, `％`). */
export const plainWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))

/** The full-width forms of `!` to `~`. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0
