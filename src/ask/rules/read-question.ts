/**
 * A question as planners read it: composed (a Mac may send `u` and a diaeresis where others send `ü`), and with plain
 * letters, digits and signs for full-width ones. What is stored and shown is what was typed.
 */
export const readQuestion = (text: string): string => plainWidth(text.normalize('NFC'))

/** Plain letters, digits and signs for full-width ones (`Ａ`, `１`, `％`). */
export const plainWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))

/** The full-width forms of `!` to `~`. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0
