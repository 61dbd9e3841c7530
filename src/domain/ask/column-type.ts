/** Whether a column of this type holds texts, in the words of any engine: `VARCHAR(20)`, `text`, `CLOB`, MongoDB's `string`. */
export const isTextType = (type: string): boolean => /char|text|clob|string/i.test(type)
