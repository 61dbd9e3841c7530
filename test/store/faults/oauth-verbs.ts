import { accountIdOf } from '../../../src/manage/oauth/rules/oauth-grant.ts'
import type { Store } from '../../../src/store/store.ts'
import { OAUTH_EXPIRY, OAUTH_TOKEN, oauthGrant } from '../oauth-fixture.ts'
import { OWN } from './seed.ts'
import { GONE, gives, NEXT_YEAR, once, type VerbUse } from './verb-use.ts'

const NOW = new Date('2026-11-21T11:00:00.000Z')
const GRANT = oauthGrant(OWN.organizationId, 'grant')

/** Uses an item that exists, because the seed has none. */
const withToken = async <Value>(store: Store, use: () => Promise<Value>): Promise<Value> => {
  await store.oauthItems.put(OAUTH_TOKEN, { accountId: accountIdOf(GRANT), grantId: 'grant' }, OAUTH_EXPIRY)
  return await use()
}

/** The functions for OAuth clients. */
export const OAUTH_VERBS = {
  'oauthGrants.add': once((store) => store.oauthGrants.add(GRANT)),
  'oauthGrants.find': once((store) => store.oauthGrants.find(OWN, 'grant', NOW)),
  'oauthGrants.findById': once((store) => store.oauthGrants.findById('grant', NOW)),
  'oauthGrants.list': once((store) => store.oauthGrants.list(OWN, 2, NOW)),
  'oauthGrants.recordUse': once((store) => store.oauthGrants.recordUse(GRANT, NOW)),
  'oauthGrants.extend': once((store) => store.oauthGrants.extend('grant', NOW)),
  'oauthGrants.remove': gives((store) => store.oauthGrants.remove(OWN, 'grant'), false, GONE),
  'oauthGrants.endOfUser': once((store) => store.oauthGrants.endOfUser(OWN, 2)),
  'oauthGrants.endOfProvider': once((store) => store.oauthGrants.endOfProvider(OWN)),
  'oauthGrants.endOfPassword': once((store) => store.oauthGrants.endOfPassword(OWN, [1])),
  'oauthGrants.sweep': once((store) => store.oauthGrants.sweep(NEXT_YEAR)),
  'oauthItems.put': once((store) => withToken(store, async () => undefined)),
  'oauthItems.find': once((store) => store.oauthItems.find(OAUTH_TOKEN)),
  'oauthItems.consume': gives(
    (store) => withToken(store, () => store.oauthItems.consume(OAUTH_TOKEN, NOW)),
    false,
    'a token works once, even if its reply is lost: its user connects the client again',
  ),
  'oauthItems.extend': once((store) => store.oauthItems.extend(OAUTH_TOKEN, OAUTH_EXPIRY)),
  'oauthItems.remove': once((store) => store.oauthItems.remove(OAUTH_TOKEN)),
  'oauthItems.removeOfGrant': once((store) => store.oauthItems.removeOfGrant('grant')),
  'oauthItems.sweep': once((store) => store.oauthItems.sweep(NEXT_YEAR)),
} satisfies Readonly<Record<string, VerbUse>>
