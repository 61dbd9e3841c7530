/**
 * Characters that the URL parser behind `domainToASCII` treats as the end of the host, an escape or a port, or removes:
 * `shop.example/.evil.example` would become another domain.
 */
const URL_DELIMITERS = /[\s\p{C}/?#\\%:@[\]<>^|]/u

/** Labels of letters, digits and hyphens (RFC 1123); the last one is not numeric, which excludes IP addresses. */
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * A domain in any script, converted to lower-case ASCII.
 *
 * @param toAscii `domainToASCII` of Node; its result for invalid domains is rejected
 * @returns undefined if it is not a domain of at least two labels
 */
export const domainName = (text: string, toAscii: (domain: string) => string): string | undefined => {
  if (URL_DELIMITERS.test(text)) return undefined
  const ascii = toAscii(text.normalize('NFC'))
  return NAME.test(ascii) ? ascii : undefined
}
