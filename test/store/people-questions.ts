import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/domain/access/caller.ts'
import type { Store } from '../../src/store/store.ts'
import { OPERATOR, SSO, SSO_CHALLENGE, SUBJECT, ssoLogin } from './faults/seed.ts'

const AT = '2026-11-21T10:00:00.000Z'
const PAGE = { page: 3, pageSize: 20 }
const PERSON = { email: 'ann@shop.example', role: 'member', status: 'active', emailVerified: true } as const

/** Every verb of people and their log-ins, as some caller uses it. */
export const peopleQuestions = (store: () => Store) =>
  ({
    newUserId: () => [store().newUserId()],
    addUser: (caller) => [store().addUser(caller, PERSON, caller.organizationId + 10)],
    user: (caller) => [store().user(caller, 2)],
    anyUser: () => [store().anyUser(2)],
    countUsers: (caller) => [store().countUsers(caller)],
    listUsers: (caller) => [store().listUsers(caller, PAGE)],
    account: (caller) => [store().account(caller, 2)],
    accountsOf: ({ organizationId }) => [
      store().accountsOf(PERSON.email, undefined),
      store().accountsOf(PERSON.email, organizationId),
    ],
    changeUser: (caller) => [store().changeUser(caller, 2, { name: 'Anna' })],
    verifyEmail: (caller) => [store().verifyEmail(caller, 2, PERSON.email)],
    removeUser: (caller) => [store().removeUser(caller, 2)],
    noteEnteredFrom: (caller) => [store().noteEnteredFrom(caller, 2, 'from')],
    noteLogin: (caller) => [store().noteLogin(caller, 2, 'from')],
    beginSecondFactor: (caller) => [store().beginSecondFactor(caller, 2, 'secret')],
    confirmSecondFactor: (caller) => [store().confirmSecondFactor(caller, 2, { factor: 'f', step: 1, recovery: [] })],
    takeStep: (caller) => [store().takeStep(caller, 2, 7)],
    takeRecoveryCode: (caller) => [store().takeRecoveryCode(caller, 2, 'digest')],
    removeSecondFactor: (caller) => [store().removeSecondFactor(caller, 2)],
    owners: (caller) => [store().owners(caller)],
    changeOwners: (caller) => [store().changeOwners(caller, 0, [2]), store().changeOwners(caller, 1, [2])],
    activeOwners: (caller) => [store().activeOwners(caller)],
    beginOwning: (caller) => [store().beginOwning(caller, 2)],
    addPortalSession: (caller) => [store().addPortalSession(caller, 2)],
    portalSession: (caller) => [store().portalSession(caller, 's')],
    presentedSession: () => [store().presentedSession(`rt_${'0'.repeat(36)}_0_${'x'.repeat(43)}`)],
    refreshSession: () => [store().refreshSession(`rt_${'0'.repeat(36)}_0_${'x'.repeat(43)}`)],
    endPortalSession: (caller) => [store().endPortalSession(caller, 's')],
    endSessionsOf: (caller) => [store().endSessionsOf(caller, 2), store().endSessionsOf(caller, 2, 's')],
    sweepPortalSessions: () => [store().sweepPortalSessions(new Date(AT))],
    addMailedToken: ({ organizationId }) => [
      store().addMailedToken(`mt_${'x'.repeat(43)}`, {
        ...{ organizationId, userId: 2, purpose: 'invitation', email: PERSON.email },
      }),
    ],
    dueMails: () => [store().dueMails(new Date(AT))],
    endDueMail: (caller) => [store().endDueMail(caller, 2, 'mail')],
    acceptInvitation: (caller) => [store().acceptInvitation(caller, 2, PERSON.email, { passwordHash: 'hash' })],
    mailedToken: () => [store().mailedToken(`mt_${'x'.repeat(43)}`, 'invitation')],
    takeMailedToken: () => [store().takeMailedToken(`mt_${'x'.repeat(43)}`, 'invitation')],
    removeMailedTokens: (caller) => [store().removeMailedTokens(caller, 2)],
    sweepMailedTokens: () => [store().sweepMailedTokens(new Date(AT))],
    countAttempt: () => [store().countAttempt('key', { free: 1, longestMs: 1 })],
    forgiveAttempt: () => [store().forgiveAttempt('key')],
    forgetAttempts: () => [store().forgetAttempts('key')],
    endPasswordSessions: (caller) => [store().endPasswordSessions(caller, [1, 2])],
    endProviderSessions: (caller) => [store().endProviderSessions(caller), store().endProviderSessions(caller, SSO)],
    keepProviderLogin: (caller) => [
      store().keepProviderLogin(caller, 's', { issuer: SSO.issuer, clientId: SSO.clientId, idToken: 'token' }),
    ],
    providerLogin: (caller) => [store().providerLogin(caller, 's')],
    accountOfSubject: (caller) => [store().accountOfSubject(caller, SUBJECT)],
    linkSubject: (caller) => [store().linkSubject(caller, 2, { ...SUBJECT, email: PERSON.email })],
    unlinkSubject: (caller) => [store().unlinkSubject(caller, 2)],
    renewSubject: (caller) => [store().renewSubject(caller, 2, SUBJECT)],
    ssoConfiguration: (caller) => [store().ssoConfiguration(caller)],
    ssoProvider: (caller) => [store().ssoProvider(caller)],
    putSsoConfiguration: (caller) => [
      store().putSsoConfiguration(caller, SSO, 'secret'),
      store().putSsoConfiguration(caller, SSO, undefined),
    ],
    removeSsoConfiguration: (caller) => [store().removeSsoConfiguration(caller)],
    addSsoLogin: (caller) => [store().addSsoLogin(caller, ssoLogin(randomUUID()))],
    returnSsoLogin: () => [store().returnSsoLogin('none', {})],
    takeSsoLogin: () => [store().takeSsoLogin(`sso_${'a'.repeat(86)}`, SSO_CHALLENGE)],
    addOperator: () => [store().addOperator({ ...OPERATOR, id: randomUUID() })],
    operator: () => [store().operator('none')],
    operators: () => [store().operators()],
    removeOperator: () => [store().removeOperator('none')],
    sweepOperators: () => [store().sweepOperators(new Date(AT))],
    questionTexts: (caller) => [store().questionTexts(caller, ['turn', 'other'])],
    sweepSsoLogins: () => [store().sweepSsoLogins(new Date(AT))],
    sweepLoginAttempts: () => [store().sweepLoginAttempts(new Date(AT))],
  }) satisfies Partial<Record<keyof Store, (caller: Caller) => readonly Promise<unknown>[]>>
