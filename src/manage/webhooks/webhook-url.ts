import { isIP } from 'node:net'
import { hostOf } from '../../platform/network/host-of.ts'
import { isPublic } from '../../platform/network/resolve-host.ts'
import { type UrlRules, urlFault } from '../../platform/values/url-fault.ts'

const URL_LENGTH_MAX = 2_048

const WEBHOOK: UrlRules = {
  lengthMax: URL_LENGTH_MAX,
  messages: {
    user: 'must not contain a user: requests are authenticated by their signature',
    fragment: 'must not contain a fragment (#): it is never sent',
  },
}

/**
 * The fault of a webhook URL; see `urlFault`. Private IP addresses are reported when the webhook is created, before a
 * delivery fails.
 */
export const webhookUrlFault = (text: string, allowPrivate: boolean): string | undefined => {
  const fault = urlFault(text, WEBHOOK, allowPrivate)
  if (fault !== undefined) return fault
  const host = hostOf(new URL(text))
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) return 'must not resolve to a private or loopback address'
  return undefined
}
