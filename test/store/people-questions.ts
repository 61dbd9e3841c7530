import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { Store, StoreFunction } from '../../src/store/store.ts'
import { OPERATOR, SSO, SSO_CHALLENGE, SUBJECT, ssoLogin } from './faults/seed.ts'

const AT = '2026-11-21T10:00:00.000Z'
const PAGE = { page: 3, pageSize: 20 }
const PERSON = { email: 'ann@shop.example', role: 'member', status: 'active', emailVerified: true } as const

/** Every function of users and their logins, as a caller uses it. */
export const peopleQuestions = (store: () => Store) =>
  ({
    'users.newId': () => [store().users.newId()],
    'users.add': (caller) => [store().users.add(caller, PERSON, caller.organizationId + 10)],
    'users.find': (caller) => [store().users.find(caller, 2)],
    'users.findInAnyOrganization': () => [store().users.findInAnyOrganization(2)],
    'users.count': (caller) => [store().users.count(caller)],
    'users.list': (caller) => [store().users.list(caller, PAGE)],
    'users.findAccount': (caller) => [store().users.findAccount(caller, 2)],
    'users.findAccounts': ({ organizationId }) => [
      store().users.findAccounts(PERSON.email, undefined),
      store().users.findAccounts(PERSON.email, organizationId),
    ],
    'users.change': (caller) => [store().users.change(caller, 2, { name: 'Anna' })],
    'users.verifyEmail': (caller) => [store().users.verifyEmail(caller, 2, PERSON.email)],
    'users.remove': (caller) => [store().users.remove(caller, 2)],
    'users.recordLoginNetwork': (caller) => [store().users.recordLoginNetwork(caller, 2, 'from')],
    'users.recordLogin': (caller) => [store().users.recordLogin(caller, 2, 'from')],
    'users.beginSecondFactor': (caller) => [store().users.beginSecondFactor(caller, 2, 'secret')],
    'users.confirmSecondFactor': (caller) => [
      store().users.confirmSecondFactor(caller, 2, { factor: 'f', step: 1, recovery: [] }),
    ],
    'users.takeStep': (caller) => [store().users.takeStep(caller, 2, 7)],
    'users.takeRecoveryCode': (caller) => [store().users.takeRecoveryCode(caller, 2, 'digest')],
    'users.removeSecondFactor': (caller) => [store().users.removeSecondFactor(caller, 2)],
    'organizations.owners': (caller) => [store().organizations.owners(caller)],
    'organizations.changeOwners': (caller) => [
      store().organizations.changeOwners(caller, 0, [2]),
      store().organizations.changeOwners(caller, 1, [2]),
    ],
    'organizations.activeOwners': (caller) => [store().organizations.activeOwners(caller)],
    'organizations.markFutureOwner': (caller) => [store().organizations.markFutureOwner(caller, 2)],
    'portalSessions.add': (caller) => [store().portalSessions.add(caller, 2)],
    'portalSessions.find': (caller) => [store().portalSessions.find(caller, 's')],
    'portalSessions.findByToken': () => [
      store().portalSessions.findByToken(`rt_${'0'.repeat(36)}_0_${'x'.repeat(43)}`),
    ],
    'portalSessions.refresh': () => [store().portalSessions.refresh(`rt_${'0'.repeat(36)}_0_${'x'.repeat(43)}`)],
    'portalSessions.end': (caller) => [store().portalSessions.end(caller, 's')],
    'portalSessions.endOfUser': (caller) => [
      store().portalSessions.endOfUser(caller, 2),
      store().portalSessions.endOfUser(caller, 2, 's'),
    ],
    'portalSessions.sweep': () => [store().portalSessions.sweep(new Date(AT))],
    'mailedTokens.add': ({ organizationId }) => [
      store().mailedTokens.add(`mt_${'x'.repeat(43)}`, {
        organizationId,
        userId: 2,
        purpose: 'invitation',
        email: PERSON.email,
      }),
    ],
    'users.dueMails': () => [store().users.dueMails(new Date(AT))],
    'users.endDueMail': (caller) => [store().users.endDueMail(caller, 2, 'mail')],
    'users.acceptInvitation': (caller) => [
      store().users.acceptInvitation(caller, 2, PERSON.email, { passwordHash: 'hash' }),
    ],
    'mailedTokens.find': () => [store().mailedTokens.find(`mt_${'x'.repeat(43)}`, 'invitation')],
    'mailedTokens.take': () => [store().mailedTokens.take(`mt_${'x'.repeat(43)}`, 'invitation')],
    'mailedTokens.removeOfUser': (caller) => [store().mailedTokens.removeOfUser(caller, 2)],
    'mailedTokens.sweep': () => [store().mailedTokens.sweep(new Date(AT))],
    'loginAttempts.count': () => [store().loginAttempts.count('key', { freeAttempts: 1, maxDelayMs: 1 })],
    'loginAttempts.uncount': () => [store().loginAttempts.uncount('key')],
    'loginAttempts.remove': () => [store().loginAttempts.remove('key')],
    'portalSessions.endOfPassword': (caller) => [store().portalSessions.endOfPassword(caller, [1, 2])],
    'portalSessions.endOfProvider': (caller) => [
      store().portalSessions.endOfProvider(caller),
      store().portalSessions.endOfProvider(caller, SSO),
    ],
    'portalSessions.putProviderLogin': (caller) => [
      store().portalSessions.putProviderLogin(caller, 's', {
        issuer: SSO.issuer,
        clientId: SSO.clientId,
        idToken: 'token',
      }),
    ],
    'portalSessions.findProviderLogin': (caller) => [store().portalSessions.findProviderLogin(caller, 's')],
    'users.findAccountBySubject': (caller) => [store().users.findAccountBySubject(caller, SUBJECT)],
    'users.linkSubject': (caller) => [store().users.linkSubject(caller, 2, { ...SUBJECT, email: PERSON.email })],
    'users.unlinkSubject': (caller) => [store().users.unlinkSubject(caller, 2)],
    'users.renewSubject': (caller) => [store().users.renewSubject(caller, 2, SUBJECT)],
    'ssoConfigurations.find': (caller) => [store().ssoConfigurations.find(caller)],
    'ssoConfigurations.findProvider': (caller) => [store().ssoConfigurations.findProvider(caller)],
    'ssoConfigurations.put': (caller) => [
      store().ssoConfigurations.put(caller, SSO, 'secret'),
      store().ssoConfigurations.put(caller, SSO, undefined),
    ],
    'ssoConfigurations.remove': (caller) => [store().ssoConfigurations.remove(caller)],
    'ssoLogins.add': (caller) => [store().ssoLogins.add(caller, ssoLogin(randomUUID()))],
    'ssoLogins.storeCallback': () => [store().ssoLogins.storeCallback('none', {})],
    'ssoLogins.take': () => [store().ssoLogins.take(`sso_${'a'.repeat(86)}`, SSO_CHALLENGE)],
    'operators.add': () => [store().operators.add({ ...OPERATOR, id: randomUUID() })],
    'operators.find': () => [store().operators.find('none')],
    'operators.all': () => [store().operators.all()],
    'operators.remove': () => [store().operators.remove('none')],
    'operators.sweep': () => [store().operators.sweep(new Date(AT))],
    'messages.firstQuestionAfter': (caller) => [store().messages.firstQuestionAfter(caller, 'conversation', AT)],
    'messages.questionTexts': (caller) => [store().messages.questionTexts(caller, ['turn', 'other'])],
    'ssoLogins.sweep': () => [store().ssoLogins.sweep(new Date(AT))],
    'loginAttempts.sweep': () => [store().loginAttempts.sweep(new Date(AT))],
  }) satisfies Partial<Record<StoreFunction, (caller: Caller) => readonly Promise<unknown>[]>>
