import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { Store, StoreFunction } from '../../src/store/store.ts'
import { OAUTH_EXPIRY, OAUTH_TOKEN, oauthGrant } from './oauth-fixture.ts'

/** Every function for OAuth clients, as a caller uses it. */
export const oauthQuestions = (store: () => Store) =>
  ({
    'oauthGrants.add': ({ organizationId }) => [store().oauthGrants.add(oauthGrant(organizationId, randomUUID()))],
    'oauthGrants.find': (caller) => [store().oauthGrants.find(caller, 'grant')],
    'oauthGrants.findById': () => [store().oauthGrants.findById('grant')],
    'oauthGrants.list': (caller) => [store().oauthGrants.list(caller, 2), store().oauthGrants.list(caller, undefined)],
    'oauthGrants.recordUse': ({ organizationId }) => [
      store().oauthGrants.recordUse(oauthGrant(organizationId, 'grant')),
    ],
    'oauthGrants.extend': () => [store().oauthGrants.extend('grant')],
    'oauthGrants.remove': (caller) => [store().oauthGrants.remove(caller, 'grant')],
    'oauthGrants.endOfUser': (caller) => [store().oauthGrants.endOfUser(caller, 2)],
    'oauthGrants.endOfProvider': (caller) => [
      store().oauthGrants.endOfProvider(caller),
      store().oauthGrants.endOfProvider(caller, 'https://login.example client'),
    ],
    'oauthGrants.endOfPassword': (caller) => [store().oauthGrants.endOfPassword(caller, [1, 2])],
    'oauthGrants.sweep': () => [store().oauthGrants.sweep(OAUTH_EXPIRY)],
    'oauthItems.put': ({ organizationId }) => [
      store().oauthItems.put(OAUTH_TOKEN, { accountId: `${organizationId}/2` }, OAUTH_EXPIRY),
    ],
    'oauthItems.find': () => [store().oauthItems.find(OAUTH_TOKEN)],
    'oauthItems.consume': () => [store().oauthItems.consume(OAUTH_TOKEN)],
    'oauthItems.extend': () => [store().oauthItems.extend(OAUTH_TOKEN, OAUTH_EXPIRY)],
    'oauthItems.remove': () => [store().oauthItems.remove(OAUTH_TOKEN)],
    'oauthItems.removeOfGrant': () => [store().oauthItems.removeOfGrant('grant')],
    'oauthItems.sweep': () => [store().oauthItems.sweep(OAUTH_EXPIRY)],
  }) satisfies Partial<Record<StoreFunction, (caller: Caller) => readonly Promise<unknown>[]>>
