import type { User } from '../../../src/domain/account/user.ts'
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

/** Those of people, their log-ins and what they are mailed. */
export const PEOPLE_VERBS = {
  newUserId: {
    ...once(async (store) => typeof (await store.newUserId())),
    leaves: 'a number that no user gets: numbers are never given twice',
  },
  addUser: once((store) => store.addUser(OWN, { ...PERSON, email: 'ben@shop.example' }, 9).then(withoutTime)),
  user: once((store) => store.user(OWN, 2)),
  anyUser: once((store) => store.anyUser(2)),
  countUsers: once((store) => store.countUsers(OWN)),
  listUsers: once((store) => store.listUsers(OWN, PAGE)),
  account: once((store) => store.account(OWN, 2)),
  accountsOf: once((store) => store.accountsOf(PERSON.email, undefined)),
  changeUser: once((store) => store.changeUser(OWN, 2, { name: 'Anna', role: 'admin' })),
  verifyEmail: once((store) => store.verifyEmail(OWN, 2, PERSON.email)),
  removeUser: gives((store) => store.removeUser(OWN, 2), false, GONE),
  noteEnteredFrom: once((store) => store.noteEnteredFrom(OWN, 2, 'elsewhere')),
  noteLogin: once((store) => store.noteLogin(OWN, 2, 'from', new Date(AT))),
  beginSecondFactor: once((store) => store.beginSecondFactor(OWN, 3, 'secret')),
  confirmSecondFactor: gives(
    async (store) => {
      await store.beginSecondFactor(OWN, 3, 'secret')
      const { secondFactor } = (await store.account(OWN, 3)) ?? {}
      return await store.confirmSecondFactor(OWN, 3, { factor: secondFactor?.id ?? '', step: 1, recovery: [] })
    },
    false,
    'it counts already; the codes that nobody has heard are made anew by taking it away and beginning again',
  ),
  takeStep: gives(
    (store) => store.takeStep(OWN, 2, 7),
    false,
    'a code is good for one use: the next one of the app is',
  ),
  takeRecoveryCode: gives(
    (store) => store.takeRecoveryCode(OWN, 2, 'recovery'),
    false,
    'a code is good for one use: the next one of the list is',
  ),
  removeSecondFactor: gives((store) => store.removeSecondFactor(OWN, 2), false, 'it is taken away, as was asked for'),
  accountOfSubject: once((store) => store.accountOfSubject(OWN, SUBJECT)),
  linkSubject: once((store) => store.linkSubject(OWN, 4, { ...SUBJECT, subject: 'dee', email: 'dee@shop.example' })),
  unlinkSubject: gives((store) => store.unlinkSubject(OWN, 3), false, 'nobody is linked any more, as was asked for'),
  renewSubject: once((store) => store.renewSubject(OWN, 3, { ...SUBJECT, clientId: 'other' })),
  owners: once((store) => store.owners(OWN)),
  changeOwners: gives(
    (store) => store.changeOwners(OWN, 1, [2, 3]),
    false,
    'the list was changed since it was read; whoever has not heard by whom reads it again',
  ),
  activeOwners: once((store) => store.activeOwners(OWN)),
  beginOwning: once((store) => store.beginOwning(OWN, 5)),
  addPortalSession: {
    ...once(async (store) => (await store.addPortalSession(OWN, 2)).session.generation),
    leaves: 'a log-in whose tokens nobody has, for 14 days',
  },
  portalSession: once((store, { sessionId }) => store.portalSession(OWN, sessionId, new Date(AT))),
  presentedSession: once((store, { refreshToken }) => store.presentedSession(refreshToken, new Date(AT))),
  refreshSession: gives(
    async (store, { refreshToken }) => (await store.refreshSession(refreshToken)).kind,
    'reused',
    'a refresh token works once, whoever has heard what came of it: its owner logs in again',
  ),
  keepProviderLogin: once((store, { sessionId }) => store.keepProviderLogin(OWN, sessionId, PROVIDER_LOGIN)),
  endProviderSessions: once((store) => store.endProviderSessions(OWN)),
  endPasswordSessions: once((store) => store.endPasswordSessions(OWN, [1])),
  providerLogin: once((store, { sessionId }) => store.providerLogin(OWN, sessionId)),
  endPortalSession: once((store, { sessionId }) => store.endPortalSession(OWN, sessionId)),
  endSessionsOf: once((store) => store.endSessionsOf(OWN, 2)),
  sweepPortalSessions: once((store) => store.sweepPortalSessions(NEXT_YEAR)),
  addMailedToken: once((store) => store.addMailedToken(`mt_${'n'.repeat(43)}`, MAILED, new Date(AT))),
  dueMails: once((store) => store.dueMails(NEXT_YEAR)),
  endDueMail: once((store) => store.endDueMail(OWN, 4, 'mail')),
  acceptInvitation: gives(
    (store) => store.acceptInvitation(OWN, 4, 'dee@shop.example', { passwordHash: 'hash' }),
    false,
    'it is accepted; whoever has not heard that it is logs in',
  ),
  mailedToken: once((store, { mailedToken }) => store.mailedToken(mailedToken, 'verification')),
  takeMailedToken: gives(
    (store, { mailedToken }) => store.takeMailedToken(mailedToken, 'verification'),
    undefined,
    'it works once; whoever has not heard that it has asks for another mail',
  ),
  removeMailedTokens: once((store) => store.removeMailedTokens(OWN, 2)),
  sweepMailedTokens: once((store) => store.sweepMailedTokens(NEXT_YEAR)),
  countAttempt: gives(
    (store) => store.countAttempt('other', { free: 1, longestMs: 1_000 }, Date.parse(AT)),
    1_000,
    'an attempt that nobody heard of counts as one that failed',
  ),
  forgiveAttempt: {
    ...once((store) => store.forgiveAttempt('attempt')),
    leaves: 'one attempt less that has failed',
  },
  forgetAttempts: once((store) => store.forgetAttempts('attempt')),
  ssoConfiguration: once((store) => store.ssoConfiguration(OWN)),
  ssoProvider: once((store) => store.ssoProvider(OWN)),
  putSsoConfiguration: once((store) => store.putSsoConfiguration(OWN, { ...SSO, enabled: false }, 'another secret')),
  removeSsoConfiguration: gives((store) => store.removeSsoConfiguration(OWN), false, GONE),
  addSsoLogin: once((store) => store.addSsoLogin(OWN, ssoLogin('new'), LATER)),
  returnSsoLogin: gives(
    async (store) => typeof (await store.returnSsoLogin('waits', { state: 'waits', code: 'code' }, LATER)),
    'undefined',
    'a state is good for one way back; whoever has not heard the code begins again',
  ),
  takeSsoLogin: gives(
    async (store, { ssoCode }) => (await store.takeSsoLogin(ssoCode, SSO_CHALLENGE, LATER)).kind,
    'unknown',
    'a code works once; whoever has not heard what came of it begins again',
  ),
  addOperator: once((store) => store.addOperator({ ...OPERATOR, id: 'new' })),
  operator: once((store) => store.operator(OPERATOR.id)),
  operators: once((store) => store.operators()),
  removeOperator: gives((store) => store.removeOperator(OPERATOR.id), false, 'it is revoked, as was asked for'),
  sweepOperators: once((store) => store.sweepOperators(NEXT_YEAR)),
  questionTexts: once((store) => store.questionTexts(OWN, ['turn'])),
  sweepSsoLogins: once((store) => store.sweepSsoLogins(NEXT_YEAR)),
  sweepLoginAttempts: once((store) => store.sweepLoginAttempts(NEXT_YEAR)),
} satisfies Readonly<Record<string, VerbUse>>
