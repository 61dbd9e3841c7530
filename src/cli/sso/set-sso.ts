import { type Command, InvalidArgumentError, Option } from 'commander'
import { configureSso } from '../../accounts/sso-settings.ts'
import { readConfig } from '../../config.ts'
import { PROVIDED_ROLES, type ProvidedRole } from '../../domain/account/sso-configuration.ts'
import type { Json } from '../../domain/json.ts'
import { checked } from '../../http/input.ts'
import { ssoBody, ssoRequest } from '../../http/routes/sso/sso-item.ts'
import { SsoConfigurationBody } from '../../http/routes/sso/sso-schema.ts'
import { chooseOrganization, withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { readSecret } from '../read-secret.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'
import { shownSso } from './shown-sso.ts'

type Roles = Readonly<Record<string, ProvidedRole>>

interface SetOptions {
  readonly org?: number
  readonly issuer?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly domain?: readonly string[]
  readonly provisioning?: boolean
  readonly defaultRole?: ProvidedRole
  readonly rolesClaim?: string
  readonly role?: Roles
  readonly enable?: boolean
  readonly disable?: boolean
  readonly require?: boolean
  readonly json?: boolean
}

/** Every address; no claim. */
const [ANY, NONE] = ['any', 'none']

/** `tabletalk sso set` */
export const registerSet = (sso: Command): void => {
  withOrganization(sso.command('set'))
    .description(
      'Sets up or changes single sign-on (OpenID Connect) of an organization. Omitted options keep their values. The configuration is first checked with the provider at the next login. Sessions of a previous issuer or client end.',
    )
    .option('--issuer <url>', 'the issuer, exactly as in its discovery document: https://login.shop.example')
    .option('--client-id <id>', 'the client id of Tabletalk at the provider')
    .option(
      '--client-secret <secret>',
      'the client secret; required when the issuer or client changes; - reads it from standard input',
    )
    .option('--domain <domain...>', `email domains that may log in; "${ANY}" alone for every domain`)
    .option('--provisioning', 'create a user at the first login; requires --domain')
    .option('--no-provisioning', 'users must be added or invited before they log in')
    .addOption(
      new Option(
        '--default-role <role>',
        'the role of provisioned users, and of users whose roles claim has no mapped value',
      ).choices(PROVIDED_ROLES),
    )
    .option('--roles-claim <claim>', `the ID token claim that contains roles; "${NONE}" for none`)
    .option('--role <value=role...>', 'maps values of the claim to roles; replaces the whole mapping', roleOf)
    .addOption(new Option('--enable', 'allow logins with single sign-on').conflicts('disable'))
    .option('--disable', 'refuse logins with single sign-on, and keep the configuration')
    .option('--require', 'only owners may log in with a password; sessions of others that started with a password end')
    .option('--no-require', 'every user with a password may log in with it')
    .option('--json', 'print one JSON document instead')
    .action(setSso)
}

const setSso = ({ org, json, ...options }: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    if (Object.keys(options).length === 0)
      throw new CommandFailed('Specify what to set. See: npx tabletalk sso set --help')
    const { config, place, store } = operator
    const { id: organizationId } = await chooseOrganization(operator, org)
    const fields = await fieldsOf(options)
    const before = await store.ssoConfigurations.find({ organizationId })
    const request = ssoRequest(checked(SsoConfigurationBody, { ...(before && ssoBody(before)), ...fields }))
    const subject = String(organizationId)
    const told = { organizationId, action: 'sso.configured', subject, fields, secret: ['client_secret'] } as const
    // Where the issuer leads is judged by the service, which may be in another network than this command.
    const signOn = { isPrivate: async () => false }
    const parts = { store, signOn, allowPrivateHosts: config.allowPrivateHosts ?? place.isLocal }
    const saved = await configureSso(parts, { organizationId }, request, (write) => recordChange(operator, told, write))
    const shown = shownSso(operator, saved)
    const terminal = processTerminal()
    if (json === true) return printJson(terminal, shown)
    const { issuer, client_id: clientId, enabled, redirect_uri: redirectUri } = shown
    const state = enabled ? 'enabled' : 'disabled'
    terminal.write(
      `Single sign-on of organization ${organizationId} is ${state}: issuer ${issuer}, client ${clientId}.\n`,
    )
    if (redirectUri !== null) terminal.write(`Register this redirect URI at the provider: ${redirectUri}\n`)
  })

/** What is said, as `PUT /sso/config` has it. */
const fieldsOf = async ({
  issuer,
  clientId,
  clientSecret,
  domain,
  provisioning,
  defaultRole,
  rolesClaim,
  role,
  enable,
  disable,
  require,
}: SetOptions): Promise<Record<string, Json>> => ({
  ...(issuer === undefined ? {} : { issuer }),
  ...(clientId === undefined ? {} : { client_id: clientId }),
  ...(clientSecret === undefined ? {} : { client_secret: await readSecret(clientSecret) }),
  ...(domain === undefined ? {} : { domains: domain.includes(ANY) ? null : [...domain] }),
  ...(provisioning === undefined ? {} : { provisioning }),
  ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
  ...(rolesClaim === undefined ? {} : { roles_claim: rolesClaim === NONE ? null : rolesClaim }),
  ...(rolesClaim === NONE ? { roles: null } : role === undefined ? {} : { roles: { ...role } }),
  ...(require === undefined ? {} : { required: require }),
  ...(enable === true || disable === true ? { enabled: enable === true } : {}),
})

/** A value may hold `=` itself, and a role does not. */
const roleOf = (text: string, before: Roles = {}): Roles => {
  const at = text.lastIndexOf('=')
  const role = PROVIDED_ROLES.find((one) => one === text.slice(at + 1))
  if (at < 1 || role === undefined)
    throw new InvalidArgumentError(
      `It must be VALUE=ROLE, for example data-team=member; roles are ${PROVIDED_ROLES.join(', ')}.`,
    )
  return { ...before, [text.slice(0, at)]: role }
}
