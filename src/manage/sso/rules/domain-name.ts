/**
 * What a parser of URLs, which is what writes a domain in ASCII, takes for the end of a host, for an escape or a port, or
 * leaves out: `shop.example/.evil.example` would become somebody else's domain.
 */
const MEANS_MORE = /[\s\p{C}/?#\\%:@[\]<>^|]/u

/** Labels of letters, digits and hyphens (RFC 1123), the last of which is no number: an IP address is no domain. */
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * A domain in any script → in small ASCII letters.
 *
 * @param toAscii writes it so, or something else for what is none (`domainToASCII` of Node)
 * @returns undefined for what is no domain of two labels or more
 */
export const domainName = (text: string, toAscii: (domain: string) => string): string | undefined => {
  if (MEANS_MORE.test(text)) return undefined
  const ascii = toAscii(text.normalize('NFC'))
  return NAME.test(ascii) ? ascii : undefined
}
