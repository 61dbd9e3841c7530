import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { PROVIDED_ROLES } from '../../../domain/account/sso-configuration.ts'

const timestamp = z.iso.datetime({ precision: 3 })

const LENGTH_MAX = 1_000
const SECRET_LENGTH_MAX = 2_000
const DOMAINS_MAX = 100
const ROLES_MAX = 100

const role = z.enum(PROVIDED_ROLES, `must be one of ${PROVIDED_ROLES.join(', ')}`)

/** As answers hold it. */
const shown = {
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

/** How people of an organization log in at its identity provider. The client secret is shown to nobody. */
export const SsoConfigurationItem = z
  .object({
    ...shown,
    redirect_uri: z.string().meta({ description: 'To be registered at the provider, to the character.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SsoConfiguration' })

const DOMAIN = 'must be a domain such as shop.example, which means that one alone'

/** In small ASCII letters, as addresses are kept. */
const domain = z
  .string(DOMAIN)
  .max(LENGTH_MAX, DOMAIN)
  .transform((text, context) => {
    const ascii = domainToASCII(text.trim().normalize('NFC'))
    if (/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(ascii)) return ascii
    context.addIssue({ code: 'custom', message: DOMAIN })
    return z.NEVER
  })

/** What can be seen, and nothing that ends a line: it is sent to the provider. */
const word = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be made of characters that can be seen')

export const SsoConfigurationBody = z
  .strictObject({
    enabled: z.boolean().default(true),
    required: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a password lets in owners alone, as long as it is enabled.' }),
    issuer: word(LENGTH_MAX).meta({ description: 'As its discovery document names it: https://login.shop.example' }),
    client_id: word(LENGTH_MAX),
    client_secret: word(SECRET_LENGTH_MAX).optional().meta({
      format: 'password',
      description: 'Shown to nobody. Absent: the one of now, as long as issuer and client_id stay.',
    }),
    domains: z
      .array(domain)
      .min(1, 'must name a domain; leave it out for any')
      .max(DOMAINS_MAX, `must have at most ${DOMAINS_MAX} domains`)
      .transform((all) => [...new Set(all)])
      .nullish()
      .meta({ description: 'Of e-mail addresses that may log in; absent: any. Needed where provisioning is on.' }),
    provisioning: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether somebody whom nobody has added becomes a user by logging in.' }),
    default_role: role
      .default('member')
      .meta({ description: 'Of those who are added so, and of whom no value of the claim says a role.' }),
    roles_claim: word(200)
      .nullish()
      .meta({ description: 'The claim of the ID token that says roles, at each log-in: a text, or a list of texts.' }),
    roles: z
      .record(word(300), role)
      .refine((all) => Object.keys(all).length <= ROLES_MAX, `must have at most ${ROLES_MAX} values`)
      .nullish()
      .meta({ description: 'Which role comes of which value of the claim; of several the highest.' }),
  })
  .superRefine(({ domains, provisioning, roles, roles_claim: claim }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    // Many providers have people of everybody.
    if (provisioning && domains == null) issue('domains', 'must be named where provisioning is on')
    if ((claim == null) !== (roles == null))
      issue(claim == null ? 'roles_claim' : 'roles', 'must be given: roles_claim and roles belong together')
  })
  .meta({ id: 'SsoConfigurationRequest' })
