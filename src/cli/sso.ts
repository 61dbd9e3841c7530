import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { deleteSsoConfig, getSsoConfig, putSsoConfig } from '../manage/sso/routes/sso-config.ts'
import type { SsoConfigurationItem } from '../manage/sso/routes/sso-schema.ts'
import { PROVIDED_ROLES, type ProvidedRole } from '../manage/sso/rules/sso-configuration.ts'
import { Problem } from '../platform/problems/problem.ts'
import { CommandFailed } from './command-failed.ts'
import { type Managing, organizationCommand, tableOrText } from './operator-command.ts'
import { readSecret } from './read-secret.ts'

const EXAMPLES = `
Examples:
  $ tabletalk sso set --org 7 --issuer https://login.shop.example --client-id tabletalk --client-secret - < secret.txt
  $ tabletalk sso set --org 7 --domain shop.example --provisioning
  $ tabletalk sso set --org 7 --roles-claim groups --role chiefs=admin data-team=member
  $ tabletalk sso set --org 7 --disable
  $ tabletalk sso show --org 7
  $ tabletalk sso remove --org 7

If a user cannot log in because their id at the provider has changed: tabletalk user set --user 12 --no-provider-link`

type Roles = Readonly<Record<string, ProvidedRole>>

interface SetOptions {
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
}

/** Values of `--domain` for every domain, and of `--roles-claim` for no claim. */
const [ANY, NONE] = ['any', 'none']

/** `tabletalk sso …`: manages single sign-on of an organization. */
export const registerSso = (program: Command): void => {
  const sso = program.command('sso').summary('set up, show and remove single sign-on').addHelpText('after', EXAMPLES)
  organizationCommand(sso, 'show', {
    description: 'Shows the single sign-on configuration of an organization. The client secret is never shown.',
    async answer(managing) {
      const json = shown(managing, await managing.run(getSsoConfig(await partsOf(managing))))
      const rows = Object.entries(json).map(([name, value]) => ({ name, value: written(value) }))
      return { json, text: tableOrText(rows, '') }
    },
  })
  organizationCommand<SetOptions>(sso, 'set', {
    description:
      'Sets up or changes single sign-on (OpenID Connect) of an organization. Omitted options keep their values. The configuration is first checked with the provider at the next login. Sessions of a previous issuer or client end.',
    declare: declareSet,
    async answer(managing, { json: _, org: __, ...options }: SetOptions & { org?: number; json?: boolean }) {
      if (Object.keys(options).length === 0)
        throw new CommandFailed('Specify what to set. See: npx tabletalk sso set --help')
      const parts = await partsOf(managing)
      const before = await managing.run(getSsoConfig(parts)).then(bodyOf, (error: unknown) => {
        if (error instanceof Problem && error.problem === 'sso_not_configured') return {}
        throw error
      })
      const saved = await managing.run(putSsoConfig(parts), { body: { ...before, ...(await fieldsOf(options)) } })
      const json = shown(managing, saved)
      const state = saved.enabled ? 'enabled' : 'disabled'
      const summary = `Single sign-on of organization ${managing.organizationId} is ${state}: issuer ${saved.issuer}, client ${saved.client_id}.`
      const { redirect_uri: uri } = json
      return { json, text: uri === null ? summary : `${summary}\nRegister this redirect URI at the provider: ${uri}` }
    },
  })
  organizationCommand(sso, 'remove', {
    description:
      'Removes single sign-on of an organization. Its sessions end, and users without a password can no longer log in.',
    async answer(managing) {
      const { organizationId: organization_id } = managing
      await managing.run(deleteSsoConfig(await partsOf(managing)))
      return {
        json: { organization_id, removed: true },
        text: `Single sign-on of organization ${organization_id} is removed.`,
      }
    },
  })
}

const partsOf = async ({ store, accounts }: Managing) => ({ store, accounts: await accounts() })

const declareSet = (command: Command): Command =>
  command
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

type Shown = z.input<typeof SsoConfigurationItem>

const bodyOf = ({ redirect_uri, created_at, updated_at, ...body }: Shown) => body

/** The redirect URI is null if the public address of the service is unknown here. */
const shown = ({ organizationId, config, location }: Managing, { redirect_uri: uri, ...found }: Shown) => {
  const isKnown = config.publicUrl !== undefined || location.baseUrl !== undefined
  return { organization_id: organizationId, ...found, redirect_uri: isKnown ? uri : null }
}

/** The options as fields of `PUT /sso/config`. */
const fieldsOf = async ({ issuer, clientId, clientSecret, domain, rolesClaim, role, ...options }: SetOptions) => ({
  ...(issuer === undefined ? {} : { issuer }),
  ...(clientId === undefined ? {} : { client_id: clientId }),
  ...(clientSecret === undefined ? {} : { client_secret: await readSecret(clientSecret) }),
  ...(domain === undefined ? {} : { domains: domain.includes(ANY) ? null : [...domain] }),
  ...(options.provisioning === undefined ? {} : { provisioning: options.provisioning }),
  ...(options.defaultRole === undefined ? {} : { default_role: options.defaultRole }),
  ...(rolesClaim === undefined ? {} : { roles_claim: rolesClaim === NONE ? null : rolesClaim }),
  ...(rolesClaim === NONE ? { roles: null } : role === undefined ? {} : { roles: { ...role } }),
  ...(options.require === undefined ? {} : { required: options.require }),
  ...(options.enable === true || options.disable === true ? { enabled: options.enable === true } : {}),
})

/** Parses `VALUE=ROLE`; the value may contain `=`, a role does not. */
const roleOf = (text: string, before: Roles = {}): Roles => {
  const at = text.lastIndexOf('=')
  const role = PROVIDED_ROLES.find((one) => one === text.slice(at + 1))
  if (at < 1 || role === undefined)
    throw new InvalidArgumentError(
      `It must be VALUE=ROLE, for example data-team=member; roles are ${PROVIDED_ROLES.join(', ')}.`,
    )
  return { ...before, [text.slice(0, at)]: role }
}

const written = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? rolesWritten(Object.entries(value)) : String(value)
}

/** Roles in the syntax of `--role`. */
const rolesWritten = (roles: readonly (readonly [string, unknown])[]): string =>
  roles.map(([value, role]) => `${value}=${role}`).join(' ')
