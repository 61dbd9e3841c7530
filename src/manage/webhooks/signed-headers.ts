import { Webhook } from 'standardwebhooks'

/**
 * The headers by which a receiver verifies origin, integrity and uniqueness (https://www.standardwebhooks.com).
 *
 * @param id of the event, the same in each attempt
 * @param secrets `whsec_…`, newest first: during a rotation there is one signature per secret
 * @param at time of this attempt: receivers refuse old timestamps
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
