/** Of what addresses are for which something is sent to, as far as that changes what may be in one. */
export interface AddressKind {
  /** UTF-16 units. */
  readonly lengthMax: number
  /** Whether it is compared to the character: nothing may be in it then that is dropped where it is read. */
  readonly isCompared?: boolean
  /** What is said of one that names a user, has a `#`, or a `?` where that is nothing for it. */
  readonly says: { readonly user: string; readonly fragment: string; readonly query?: string }
}

/** Below are the ports of mail, file and login servers, which take what is sent for commands. */
const PORT_MIN = 1_024
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/**
 * What is wrong with an address that somebody gives for requests of ours, as far as the address says it; undefined where
 * nothing is. Where its host leads is judged each time that something is sent.
 *
 * @param allowPrivate whether every host may be reached, also without encryption (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @returns a text that is read after the name of the field, and repeats nothing of the address
 */
export const addressFault = (
  text: string,
  { lengthMax, isCompared = false, says }: AddressKind,
  allowPrivate: boolean,
): string | undefined => {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  const url = URL.parse(text)
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (url === null || !schemes.includes(url.protocol) || (isCompared && /[\s\\]/.test(text)))
    return 'must be an address that begins with https://'
  if (url.username !== '' || url.password !== '') return says.user
  if (says.query !== undefined && text.includes('?')) return says.query
  if (isCompared ? text.includes('#') : url.hash !== '') return says.fragment
  const isPortRefused = !USUAL_PORTS.has(url.port) && Number(url.port) < PORT_MIN
  return isPortRefused ? 'must have no port, or a port of 1024 or higher' : undefined
}
