/** Of an issuer's address: providers with the longest have some two hundred characters. */
const LENGTH_MAX = 1_000

/**
 * What is wrong with the address of an issuer, as far as the address says it; undefined where nothing is. Where its host leads
 * is judged each time that it is asked.
 *
 * @param allowPrivate whether every host may be reached, also without encryption (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @returns a text that is read after the name of the field
 */
export const issuerFault = (text: string, allowPrivate: boolean): string | undefined => {
  if (text.length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`
  const url = URL.parse(text)
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (url === null || !schemes.includes(url.protocol) || /[\s\\]/.test(text))
    return 'must be an address that begins with https://'
  // OpenID Connect Core, section 2: scheme, host, and a port and a path where there are any.
  if (`${url.username}${url.password}` !== '' || /[?#]/.test(text)) return 'must have no user, no ? and no #'
  return undefined
}
