import type { components } from '../../../clients/typescript/src/index.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import { ssoTexts } from './texts.ts'

export type Sso = components['schemas']['SsoConfiguration']
type SsoBody = components['schemas']['SsoConfigurationRequest']

/** The fields of the form. `roles` are the claim values of admins, `members` those of members. */
export const SSO_NAMES = [
  'issuer',
  'client_id',
  'client_secret',
  'enabled',
  'domains',
  'required',
  'provisioning',
  'default_role',
  'roles_claim',
  'roles',
  'members',
] as const

type Name = (typeof SSO_NAMES)[number]
export type SsoValues = Readonly<Record<Name, string>>

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The claim values of a role, one per line. */
export const valuesOf = (roles: Sso['roles'] | undefined, role: 'admin' | 'member'): string =>
  Object.entries(roles ?? {})
    .filter(([, one]) => one === role)
    .map(([value]) => value)
    .join('\n')

/** The request body. */
export const ssoBody = (values: SsoValues): SsoBody => {
  const [domains, claim] = [linesIn(values.domains), values.roles_claim.trim()]
  const as = (text: string, role: 'admin' | 'member') => linesIn(text).map((value) => [value, role] as const)
  return {
    issuer: values.issuer.trim(),
    client_id: values.client_id.trim(),
    ...(values.client_secret === '' ? {} : { client_secret: values.client_secret }),
    enabled: values.enabled !== '',
    required: values.required !== '',
    domains: domains.length === 0 ? null : domains,
    provisioning: values.provisioning !== '',
    default_role: values.default_role === 'admin' ? 'admin' : 'member',
    ...(claim === ''
      ? {}
      : {
          roles_claim: claim,
          roles: Object.fromEntries([...as(values.members, 'member'), ...as(values.roles, 'admin')]),
        }),
  }
}

/** Validation errors before a request. */
export const ssoFaults = (values: SsoValues): FieldErrors<Name> => {
  const [admins, members] = [linesIn(values.roles), linesIn(values.members)]
  const twice = members.find((value) => admins.includes(value))
  const hasClaim = values.roles_claim.trim() !== ''
  const hasValues = admins.length + members.length > 0
  return {
    ...(values.issuer.trim() === '' ? { issuer: ssoTexts.issuerMissing } : {}),
    ...(values.client_id.trim() === '' ? { client_id: ssoTexts.clientMissing } : {}),
    ...(values.provisioning !== '' && linesIn(values.domains).length === 0 ? { domains: ssoTexts.domainsMissing } : {}),
    ...(hasValues && !hasClaim ? { roles_claim: ssoTexts.claimMissing } : {}),
    ...(hasClaim && !hasValues ? { roles: ssoTexts.rolesMissing } : {}),
    ...(twice === undefined ? {} : { members: ssoTexts.rolesTwice(twice) }),
  }
}
