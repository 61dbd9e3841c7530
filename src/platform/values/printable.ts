/** A text of a database as one line for a terminal, without control characters (escape sequence injection). */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{Cc}|\p{Bidi_Control}/gu, '')
