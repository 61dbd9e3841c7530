import { Webhook } from 'standardwebhooks'

/**
 * The headers by which a receiver knows who sent something, that it is whole, and whether it has had it before
 * (https://www.standardwebhooks.com).
 *
 * @param id of the event, the same in each attempt
 * @param secrets `whsec_…`, the newest first: within the grace of rotations there is a signature of each
 * @param at of this attempt: receivers refuse what is older than some minutes
 */
export const signedHeaders = (
  { id, payload }: { readonly id: string; readonly payload: string },
  secrets: readonly string[],
  at: Date,
) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
})
