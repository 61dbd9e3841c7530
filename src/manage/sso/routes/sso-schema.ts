import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { domainName } from '../rules/domain-name.ts'
import { PROVIDED_ROLES } from '../rules/sso-configuration.ts'

const timestamp = z.iso.datetime({ precision: 3 })

const LENGTH_MAX = 1_000
const SECRET_LENGTH_MAX = 2_000
const DOMAINS_MAX = 100
const ROLES_MAX = 100

const role = z.enum(PROVIDED_ROLES, `must be one of ${PROVIDED_ROLES.join(', ')}`)

const itemFields = {
  enabled: z.boolean(),
  required: z.boolean(),
  issuer: z.string(),
  client_id: z.string(),
  /** Null: any. */
  domains: z.array(z.string()).readonly().nullable(),
  provisioning: z.boolean(),
  default_role: z.enum(PROVIDED_ROLES),
  roles_claim: z.string().nullable(),
  roles: z.record(z.string(), z.enum(PROVIDED_ROLES)).nullable(),
}

/** The SSO configuration of an organization. The client secret is never returned. */
export const SsoConfigurationItem = z
  .object({
    ...itemFields,
    redirect_uri: z.string().meta({ description: 'Register exactly this URI at the provider.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SsoConfiguration' })

const DOMAIN = 'must be a domain such as shop.example; subdomains are not included'

/** A domain, converted to lower-case ASCII like stored email addresses. */
const domain = z
  .string(DOMAIN)
  .max(LENGTH_MAX, DOMAIN)
  .transform((text, context) => {
    const ascii = domainName(text.trim(), domainToASCII)
    if (ascii !== undefined) return ascii
    context.addIssue({ code: 'custom', message: DOMAIN })
    return z.NEVER
  })

/** Printable text without control characters: it is sent to the provider. */
const word = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must contain visible characters only')

export const SsoConfigurationBody = z
  .strictObject({
    enabled: z.boolean().default(true),
    required: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether only owners may log in with a password while SSO is enabled.' }),
    issuer: word(LENGTH_MAX).meta({
      description: 'The issuer as in its discovery document, such as https://login.shop.example',
    }),
    client_id: word(LENGTH_MAX),
    client_secret: word(SECRET_LENGTH_MAX).optional().meta({
      format: 'password',
      description:
        'Never returned. If absent, the stored secret is kept, provided that issuer and client_id are unchanged.',
    }),
    domains: z
      .array(domain)
      .min(1, 'must name at least one domain; omit it to allow any domain')
      .max(DOMAINS_MAX, `must have at most ${DOMAINS_MAX} domains`)
      .transform((all) => [...new Set(all)])
      .nullish()
      .meta({
        description:
          'Domains of email addresses that may log in; if absent, any domain. Required if provisioning is enabled.',
      }),
    provisioning: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a user account is created at the first login of a new user.' }),
    default_role: role.default('member').meta({
      description:
        'The role of users who are created by provisioning, and of users without a matching value of the roles claim.',
    }),
    roles_claim: word(200).nullish().meta({
      description: 'The ID token claim with the roles, evaluated at each login: a string, or a list of strings.',
    }),
    roles: z
      .record(word(300), role)
      .refine((all) => Object.keys(all).length <= ROLES_MAX, `must have at most ${ROLES_MAX} values`)
      .nullish()
      .meta({ description: 'The role for each value of the claim; if several match, the highest applies.' }),
  })
  .superRefine(({ domains, provisioning, roles, roles_claim: claim }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    // Many providers have users of many organizations.
    if (provisioning && domains == null) issue('domains', 'is required if provisioning is enabled')
    if ((claim == null) !== (roles == null))
      issue(claim == null ? 'roles_claim' : 'roles', 'is required: roles_claim and roles must be set together')
  })
  .meta({ id: 'SsoConfigurationRequest' })
