import { isIP } from 'node:net'
import { hostOf } from '../../platform/network/host-of.ts'
import { isPublic } from '../../platform/network/resolved-host.ts'
import { type AddressKind, addressFault } from '../../platform/values/address-fault.ts'

const URL_LENGTH_MAX = 2_048

const WEBHOOK: AddressKind = {
  lengthMax: URL_LENGTH_MAX,
  says: {
    user: 'must not contain a user: requests are authenticated by their signature',
    fragment: 'must not contain a fragment (#): it is never sent',
  },
}

/**
 * What is wrong with an address that something is to be sent to, as `addressFault` says it: whoever adds one is told of
 * a private IP address at once, and not by deliveries that fail.
 */
export const webhookUrlFault = (text: string, allowPrivate: boolean): string | undefined => {
  const fault = addressFault(text, WEBHOOK, allowPrivate)
  if (fault !== undefined) return fault
  const host = hostOf(new URL(text))
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) return 'must not resolve to a private or loopback address'
  return undefined
}
