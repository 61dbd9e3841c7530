import type { DistinctColumn } from './dialect.ts'

/**
 * A draft in SQL for the distinct short texts of a column.
 *
 * @param from the table, as its engine quotes it
 * @param name the column likewise
 * @param length the function that counts characters
 */
export const distinctTexts = (
  { from, name, length = 'length' }: { readonly from: string; readonly name: string; readonly length?: string },
  { valuesMax, lengthMax }: DistinctColumn,
): string => {
  const short = `${name} IS NOT NULL AND ${length}(${name}) <= ${lengthMax}`
  return `SELECT DISTINCT ${name} AS value FROM ${from} WHERE ${short} LIMIT ${valuesMax}`
}
