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
      'Sets single sign-on (OpenID Connect) of an organization up, or changes it: what is left out stays. The first log-in shows whether the provider agrees; log-ins at another issuer or client end.',
    )
    .option('--issuer <url>', 'as its discovery document names it, to the character: https://login.shop.example')
    .option('--client-id <id>', 'what the provider knows Tabletalk by')
    .option('--client-secret <secret>', 'needed with another issuer or client; - reads it from standard input')
    .option('--domain <domain...>', `of addresses that may log in, each alone; "${ANY}" for every address`)
    .option('--provisioning', 'whoever the provider lets in becomes a user; needs --domain')
    .option('--no-provisioning', 'people are added or invited by hand')
    .addOption(
      new Option('--default-role <role>', 'of who is added so, or of whom the claim says nothing').choices(
        PROVIDED_ROLES,
      ),
    )
    .option('--roles-claim <claim>', `the claim of the ID token that says roles; "${NONE}" for none`)
    .option('--role <value=role...>', 'which role comes of which value of that claim; all of them', roleOf)
    .addOption(new Option('--enable', 'let people log in by it').conflicts('disable'))
    .option('--disable', 'refuse log-ins, and keep all else')
    .option('--require', 'a password lets in owners alone, and log-ins by one end')
    .option('--no-require', 'a password lets in whoever has one')
    .option('--json', 'print one JSON document instead')
    .action(setSso)
}

const setSso = ({ org, json, ...options }: SetOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    if (Object.keys(options).length === 0) throw new CommandFailed('Say what to set. See: npx tabletalk sso set --help')
    const { config, place, store } = operator
    const { id: organizationId } = await chooseOrganization(operator, org)
    const fields = await fieldsOf(options)
    const before = await store.ssoConfiguration({ organizationId })
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
    const state = enabled ? 'log in' : 'do not log in (switched off)'
    terminal.write(`People of organization ${organizationId} ${state} at ${issuer} as ${clientId}.\n`)
    if (redirectUri !== null) terminal.write(`To be registered there as redirect URI: ${redirectUri}\n`)
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
    throw new InvalidArgumentError(`Write it as data-team=member, with one of ${PROVIDED_ROLES.join(', ')}.`)
  return { ...before, [text.slice(0, at)]: role }
}
