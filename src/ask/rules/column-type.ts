/** Whether a column of this type holds text, in the type names of any engine: `VARCHAR(20)`, `text`, `CLOB`, MongoDB's `string`. */
export const isTextType = (type: string): boolean => /char|text|clob|string/i.test(type)

/** Whether a column of this type holds numbers: `BIGINT`, `NUMERIC(10,2)`, `double precision`, `money`; no intervals. */
export const isNumberType = (type: string): boolean =>
  /int(?!erval)|real|floa|doub|dec|num|money|long|serial/i.test(type)

/** Whether a range of values of this type is meaningful: numbers, dates and times. */
export const hasRange = (type: string): boolean =>
  /int|real|floa|doub|dec|num|money|long|serial|date|time|year/i.test(type) && !/\[\]|array|json/i.test(type)
