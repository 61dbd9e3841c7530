/** Characters of what people call a thing. */
export const DISPLAY_NAME_MAX = 200

/** What people call a thing: 1 to 200 characters that can be seen, without spaces around them. Undefined for any other. */
export const displayName = (text: string): string | undefined => {
  const name = text
    .slice(0, 4 * DISPLAY_NAME_MAX)
    .trim()
    .normalize('NFC')
  const isShort = text.length <= 4 * DISPLAY_NAME_MAX && [...name].length <= DISPLAY_NAME_MAX
  return name !== '' && isShort && name.isWellFormed() && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name) ? name : undefined
}
