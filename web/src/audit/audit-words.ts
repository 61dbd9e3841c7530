import type { components } from '../../../clients/typescript/src/index.ts'
import { auditTexts } from './texts.ts'

export type AuditEntry = components['schemas']['AuditEntry']

/** Verbs per kind of resource. Unlisted actions are shown by their name. */
const ACTIONS: Readonly<Record<keyof typeof auditTexts.groups, readonly (keyof typeof auditTexts.verbs)[]>> = {
  answer: ['exported'],
  api_key: ['created', 'changed', 'rotated', 'revoked'],
  billing: ['checkout_begun', 'changed'],
  branding: ['changed', 'replaced'],
  database: ['created', 'changed', 'identity_changed', 'indexed', 'removed'],
  glossary: ['replaced'],
  glossary_proposal: ['dismissed'],
  job: ['cancelled'],
  oauth_grant: ['created', 'revoked'],
  organization: ['created', 'changed'],
  pattern: ['created', 'changed', 'removed'],
  pattern_proposal: ['dismissed'],
  personality: ['created', 'changed', 'removed'],
  policy: ['changed', 'replaced'],
  session: ['removed', 'ended_by_reuse'],
  share: ['created', 'revoked'],
  sso: ['configured', 'removed'],
  user: [
    ...(['invited', 'invitation_accepted', 'created', 'provisioned', 'changed', 'removed', 'email_verified'] as const),
    ...(['password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed'] as const),
    ...(['linked_to_provider', 'unlinked_from_provider'] as const),
  ],
  webhook: ['created', 'changed', 'rotated', 'disabled', 'removed'],
}

const groups: Readonly<Record<string, string>> = auditTexts.groups
const verbs: Readonly<Record<string, string>> = auditTexts.verbs

/** The text of an action, if the catalog has it. @param action `database.created` */
export const actionText = (action: string): string => {
  const [group = '', verb = ''] = action.split('.')
  const [thing, what] = [groups[group], verbs[verb]]
  return thing === undefined || what === undefined ? action : `${thing}: ${what}`
}

/** Actions of the filter, with their labels. */
export const ACTION_CHOICES: readonly (readonly [action: string, label: string])[] = Object.entries(ACTIONS).flatMap(
  ([group, done]) => done.map((verb) => [`${group}.${verb}`, actionText(`${group}.${verb}`)] as const),
)

/** The actor: a user by the address at that time, a key by its id. */
export const actorText = ({ kind, id, email }: AuditEntry['actor']): string =>
  email ?? (id === null ? auditTexts.actorKinds[kind] : `${auditTexts.actorKinds[kind]} ${id}`)

/** The new value of a field; for secret or long values only that it was set. */
export const changeText = ({ field, value }: AuditEntry['changes'][number]): string =>
  `${field}: ${value === undefined ? auditTexts.changed : typeof value === 'string' ? value : JSON.stringify(value)}`
