/** A text of a database as one line for a terminal: without control characters, it moves no cursor and changes no colours. */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{Cc}|\p{Bidi_Control}/gu, '')
