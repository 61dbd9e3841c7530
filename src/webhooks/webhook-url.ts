import { isIP } from 'node:net'
import { hostOf } from '../network/host-of.ts'
import { isPublic } from '../network/resolved-host.ts'

export const URL_LENGTH_MAX = 2_048

/** Below are the ports of mail, file and login servers, which take what is sent for commands. */
const PORT_MIN = 1_024
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/**
 * What is wrong with an address that something is to be sent to, as far as the address says it; undefined where nothing
 * is. Where its host leads is judged each time that something is sent.
 *
 * @param allowPrivate whether every host may be reached, also without encryption (`TABLETALK_ALLOW_PRIVATE_HOSTS`)
 * @returns a text that is read after the name of the field, and repeats nothing of the address
 */
export const webhookUrlFault = (text: string, allowPrivate: boolean): string | undefined => {
  if (text.length > URL_LENGTH_MAX) return `must have at most ${URL_LENGTH_MAX} characters`
  const url = URL.parse(text)
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (url === null || !schemes.includes(url.protocol)) return 'must be an address that begins with https://'
  if (url.username !== '' || url.password !== '') return 'must name no user: what is sent is signed'
  if (url.hash !== '') return 'must have no # and what follows it: that is never sent'
  const isPortRefused = !USUAL_PORTS.has(url.port) && Number(url.port) < PORT_MIN
  if (isPortRefused) return 'must have no port, or one from 1024 on'
  const host = hostOf(url)
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) return 'must not lead to a private or loopback address'
  return undefined
}
