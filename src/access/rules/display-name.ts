/** Maximum characters of a display name. */
export const DISPLAY_NAME_MAX = 200

/** Trims and normalizes a name; undefined unless it then has 1 to 200 characters without control and format characters. */
export const displayName = (text: string): string | undefined => {
  const name = text
    .slice(0, 4 * DISPLAY_NAME_MAX)
    .trim()
    .normalize('NFC')
  const isWithinMax = text.length <= 4 * DISPLAY_NAME_MAX && [...name].length <= DISPLAY_NAME_MAX
  return name !== '' && isWithinMax && name.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name)
    ? name
    : undefined
}
