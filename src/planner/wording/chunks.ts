/** Splits a message into groups of words; their concatenation is the message. */
export const chunks = (message: string): string[] => message.match(/(?:\S+\s*){1,6}|\s+/g) ?? []
