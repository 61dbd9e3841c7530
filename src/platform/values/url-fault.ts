/** The rules for one kind of URL. */
export interface UrlRules {
  /** In UTF-16 code units. */
  readonly lengthMax: number
  /** Whether it is compared as text, so that it may not contain characters that URL parsers remove. */
  readonly isCompared?: boolean
  /** Messages for a user, a `#`, and a `?` if a query is not allowed. */
  readonly messages: { readonly user: string; readonly fragment: string; readonly query?: string }
}

/** Lower ports are those of mail, file and login servers, which might interpret a request as commands. */
const PORT_MIN = 1_024
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/**
 * Validates the format of a URL given by a customer for outgoing requests. The address of its host is checked for each request.
 *
 * @param allowPrivate whether private hosts and plain HTTP are allowed (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @returns a message to be appended to the name of the field, which contains nothing of the URL; undefined if it is valid
 */
export const urlFault = (
  text: string,
  { lengthMax, isCompared = false, messages }: UrlRules,
  allowPrivate: boolean,
): string | undefined => {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  const url = URL.parse(text)
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (url === null || !schemes.includes(url.protocol) || (isCompared && /[\s\\]/.test(text)))
    return 'must be an address that begins with https://'
  if (url.username !== '' || url.password !== '') return messages.user
  if (messages.query !== undefined && text.includes('?')) return messages.query
  if (isCompared ? text.includes('#') : url.hash !== '') return messages.fragment
  const isPortForbidden = !USUAL_PORTS.has(url.port) && Number(url.port) < PORT_MIN
  return isPortForbidden ? 'must have no port, or a port of 1024 or higher' : undefined
}
