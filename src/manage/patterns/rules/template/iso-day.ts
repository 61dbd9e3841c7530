/** A calendar date as `2026-11-21`; undefined if it does not exist. */
export const isoDay = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | undefined => {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written) ? written : undefined
}
