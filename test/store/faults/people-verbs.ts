import type { User } from '../../../src/manage/accounts/rules/user.ts'
import {
  AT,
  LATER,
  MAILED,
  OPERATOR,
  OWN,
  PERSON,
  PROVIDER_LOGIN,
  SSO,
  SSO_CHALLENGE,
  SUBJECT,
  ssoLogin,
} from './seed.ts'
import { GONE, gives, NEXT_YEAR, once, PAGE, type VerbUse } from './verb-use.ts'

const withoutTime = ({ createdAt, ...user }: User) => user

/** Functions of users, their logins and mails. */
export const PEOPLE_VERBS = {
  'users.newId': {
    ...once(async (store) => typeof (await store.users.newId())),
    leaves: 'an unused user id: ids are never reused',
  },
  'users.add': once((store) => store.users.add(OWN, { ...PERSON, email: 'ben@shop.example' }, 9).then(withoutTime)),
  'users.find': once((store) => store.users.find(OWN, 2)),
  'users.findInAnyOrganization': once((store) => store.users.findInAnyOrganization(2)),
  'users.count': once((store) => store.users.count(OWN)),
  'users.list': once((store) => store.users.list(OWN, PAGE)),
  'users.findAccount': once((store) => store.users.findAccount(OWN, 2)),
  'users.findAccounts': once((store) => store.users.findAccounts(PERSON.email, undefined)),
  'users.change': once((store) => store.users.change(OWN, 2, { name: 'Anna', role: 'admin' })),
  'users.verifyEmail': once((store) => store.users.verifyEmail(OWN, 2, PERSON.email)),
  'users.remove': gives((store) => store.users.remove(OWN, 2), false, GONE),
  'users.recordLoginNetwork': once((store) => store.users.recordLoginNetwork(OWN, 2, 'elsewhere')),
  'users.recordLogin': once((store) => store.users.recordLogin(OWN, 2, 'from', new Date(AT))),
  'users.beginSecondFactor': once((store) => store.users.beginSecondFactor(OWN, 3, 'secret')),
  'users.confirmSecondFactor': gives(
    async (store) => {
      await store.users.beginSecondFactor(OWN, 3, 'secret')
      const { secondFactor } = (await store.users.findAccount(OWN, 3)) ?? {}
      return await store.users.confirmSecondFactor(OWN, 3, { factor: secondFactor?.id ?? '', step: 1, recovery: [] })
    },
    false,
    'it is confirmed; lost recovery codes are replaced by removing the factor and starting again',
  ),
  'users.takeStep': gives(
    (store) => store.users.takeStep(OWN, 2, 7),
    false,
    'a code works once; the next one of the app works',
  ),
  'users.takeRecoveryCode': gives(
    (store) => store.users.takeRecoveryCode(OWN, 2, 'recovery'),
    false,
    'a code works once; the next one of the list works',
  ),
  'users.removeSecondFactor': gives(
    (store) => store.users.removeSecondFactor(OWN, 2),
    false,
    'it is removed as requested',
  ),
  'users.findAccountBySubject': once((store) => store.users.findAccountBySubject(OWN, SUBJECT)),
  'users.linkSubject': once((store) =>
    store.users.linkSubject(OWN, 4, { ...SUBJECT, subject: 'dee', email: 'dee@shop.example' }),
  ),
  'users.unlinkSubject': gives((store) => store.users.unlinkSubject(OWN, 3), false, 'the link is removed as requested'),
  'users.renewSubject': once((store) => store.users.renewSubject(OWN, 3, { ...SUBJECT, clientId: 'other' })),
  'organizations.owners': once((store) => store.organizations.owners(OWN)),
  'organizations.changeOwners': gives(
    (store) => store.organizations.changeOwners(OWN, 1, [2, 3]),
    false,
    'the list has changed since it was read; the caller reads it again',
  ),
  'organizations.activeOwners': once((store) => store.organizations.activeOwners(OWN)),
  'organizations.markFutureOwner': once((store) => store.organizations.markFutureOwner(OWN, 5)),
  'portalSessions.add': {
    ...once(async (store) => (await store.portalSessions.add(OWN, 2)).session.generation),
    leaves: 'a session with unknown tokens, for 14 days',
  },
  'portalSessions.find': once((store, { sessionId }) => store.portalSessions.find(OWN, sessionId, new Date(AT))),
  'portalSessions.findByToken': once((store, { refreshToken }) =>
    store.portalSessions.findByToken(refreshToken, new Date(AT)),
  ),
  'portalSessions.refresh': gives(
    async (store, { refreshToken }) => (await store.portalSessions.refresh(refreshToken)).kind,
    'reused',
    'a refresh token works once, even if its reply is lost: its owner logs in again',
  ),
  'portalSessions.putProviderLogin': once((store, { sessionId }) =>
    store.portalSessions.putProviderLogin(OWN, sessionId, PROVIDER_LOGIN),
  ),
  'portalSessions.endOfProvider': once((store) => store.portalSessions.endOfProvider(OWN)),
  'portalSessions.endOfPassword': once((store) => store.portalSessions.endOfPassword(OWN, [1])),
  'portalSessions.findProviderLogin': once((store, { sessionId }) =>
    store.portalSessions.findProviderLogin(OWN, sessionId),
  ),
  'portalSessions.end': once((store, { sessionId }) => store.portalSessions.end(OWN, sessionId)),
  'portalSessions.endOfUser': once((store) => store.portalSessions.endOfUser(OWN, 2)),
  'portalSessions.sweep': once((store) => store.portalSessions.sweep(NEXT_YEAR)),
  'mailedTokens.add': once((store) => store.mailedTokens.add(`mt_${'n'.repeat(43)}`, MAILED, new Date(AT))),
  'users.dueMails': once((store) => store.users.dueMails(NEXT_YEAR)),
  'users.endDueMail': once((store) => store.users.endDueMail(OWN, 4, 'mail')),
  'users.acceptInvitation': gives(
    (store) => store.users.acceptInvitation(OWN, 4, 'dee@shop.example', { passwordHash: 'hash' }),
    false,
    'it is accepted; a caller without the reply logs in',
  ),
  'mailedTokens.find': once((store, { mailedToken }) => store.mailedTokens.find(mailedToken, 'verification')),
  'mailedTokens.take': gives(
    (store, { mailedToken }) => store.mailedTokens.take(mailedToken, 'verification'),
    undefined,
    'it works once; a caller without the reply requests another mail',
  ),
  'mailedTokens.removeOfUser': once((store) => store.mailedTokens.removeOfUser(OWN, 2)),
  'mailedTokens.sweep': once((store) => store.mailedTokens.sweep(NEXT_YEAR)),
  'loginAttempts.count': gives(
    (store) => store.loginAttempts.count('other', { freeAttempts: 1, maxDelayMs: 1_000 }, Date.parse(AT)),
    1_000,
    'an attempt with a lost reply counts as failed',
  ),
  'loginAttempts.uncount': {
    ...once((store) => store.loginAttempts.uncount('attempt')),
    leaves: 'one failed attempt less',
  },
  'loginAttempts.remove': once((store) => store.loginAttempts.remove('attempt')),
  'ssoConfigurations.find': once((store) => store.ssoConfigurations.find(OWN)),
  'ssoConfigurations.findProvider': once((store) => store.ssoConfigurations.findProvider(OWN)),
  'ssoConfigurations.put': once((store) =>
    store.ssoConfigurations.put(OWN, { ...SSO, enabled: false }, 'another secret'),
  ),
  'ssoConfigurations.remove': gives((store) => store.ssoConfigurations.remove(OWN), false, GONE),
  'ssoLogins.add': once((store) => store.ssoLogins.add(OWN, ssoLogin('new'), LATER)),
  'ssoLogins.storeCallback': gives(
    async (store) => typeof (await store.ssoLogins.storeCallback('waits', { state: 'waits', code: 'code' }, LATER)),
    'undefined',
    'a state works once; a caller without the code starts again',
  ),
  'ssoLogins.take': gives(
    async (store, { ssoCode }) => (await store.ssoLogins.take(ssoCode, SSO_CHALLENGE, LATER)).kind,
    'unknown',
    'a code works once; a caller without the reply starts again',
  ),
  'operators.add': once((store) => store.operators.add({ ...OPERATOR, id: 'new' })),
  'operators.find': once((store) => store.operators.find(OPERATOR.id)),
  'operators.all': once((store) => store.operators.all()),
  'operators.remove': gives((store) => store.operators.remove(OPERATOR.id), false, 'it is revoked as requested'),
  'operators.sweep': once((store) => store.operators.sweep(NEXT_YEAR)),
  'messages.firstQuestionAfter': once((store) => store.messages.firstQuestionAfter(OWN, 'conversation', AT)),
  'messages.questionTexts': once((store) => store.messages.questionTexts(OWN, ['turn'])),
  'ssoLogins.sweep': once((store) => store.ssoLogins.sweep(NEXT_YEAR)),
  'loginAttempts.sweep': once((store) => store.loginAttempts.sweep(NEXT_YEAR)),
} satisfies Readonly<Record<string, VerbUse>>
