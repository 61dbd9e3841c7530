import { type Command, InvalidArgumentError } from 'commander'
import { type DemoData, readDemoFile } from '../../local/home/demo-file.ts'
import { readRuntime } from '../../local/home/runtime-file.ts'
import { CommandFailed } from '../command-failed.ts'
import { shellWord } from '../command-line.ts'
import type { Service } from './service-client.ts'

export interface TargetOptions {
  readonly url?: string | undefined
  readonly key?: string | undefined
  /** False: `--no-tenant`. */
  readonly tenant?: string | false | undefined
  readonly scope?: string | undefined
}

/** The service to call, the caller, and defaults of the demo. */
export interface ChatTarget extends Service {
  /** The database of new conversations: the demo organization may have several databases by now. */
  readonly databaseId: string | undefined
  /** Used for databases with tenants if the options name no tenant. */
  readonly defaultTenant?: DefaultTenant | undefined
  /** Names a default that was applied, to be printed. */
  readonly note?: string
}

interface DefaultTenant {
  readonly id: string
  /** Says that this tenant is the default, and how to use another one. */
  readonly note: string
}

/** Adds the options that name the service and the caller, for commands that call the API. */
export const withTarget = (command: Command): Command =>
  command
    .option(
      '--tenant <id>',
      'the tenant (X-Tenant-Id); default: the first tenant of the demo, for databases with tenants',
      headerText,
    )
    .option('--no-tenant', 'send no tenant')
    .option('--scope <id>', 'the end user or group (X-Scope-Id)', headerText)
    .option('--url <address>', 'the base URL of the service; default: the local service', httpAddress)
    .option('--key <key>', 'the API key; default: the key of the demo organization', keyText)

/**
 * The target by the options; the running service and its demo organization are the defaults.
 * @throws CommandFailed if no service is running, or no key is known
 */
export const chatTarget = async (home: string, options: TargetOptions): Promise<ChatTarget> => {
  const [runtime, demo] = await Promise.all([readRuntime(home), readDemoFile(home)])
  const baseUrl = options.url ?? runtime?.base_url
  if (baseUrl === undefined)
    throw new CommandFailed(
      `No running service was found (home folder: ${home}). Start one with: npm start\nTo use a service on another host, give --url and --key.`,
    )
  const key = options.key ?? demo?.org_key
  if (key === undefined) throw new CommandFailed('There is no default API key: give one with --key.')
  const defaultTenant = options.tenant === undefined ? tenantOfDemo(demo, key) : undefined
  const target: ChatTarget = {
    baseUrl,
    advice:
      options.url === undefined
        ? 'The service ran there last, but has stopped. Start it with: npm start'
        : 'Check --url, and that the service is running there.',
    apiKey: key,
    tenantId: options.tenant === false ? undefined : options.tenant,
    scopeId: options.scope,
    databaseId: key === demo?.org_key ? demo.database_id : undefined,
    defaultTenant,
  }
  // The key of a database with tenants reads nothing without a tenant; the organization's key reads questions of all tenants.
  return key === demo?.database_key ? withDefaultTenant(target) : target
}

/** The target with the default tenant applied, if there is one. */
export const withDefaultTenant = ({ defaultTenant, ...target }: ChatTarget): ChatTarget =>
  defaultTenant === undefined ? target : { ...target, tenantId: defaultTenant.id, note: defaultTenant.note }

/** The options to repeat in a printed command: a conversation belongs to its tenant and scope. The key is not shown. */
export const targetToRepeat = ({ tenant, scope, url, key }: TargetOptions): string =>
  `${tenant === false ? ' --no-tenant' : optionsText({ tenant })}${optionsText({ scope, url, key: key === undefined ? undefined : '…' })}`

/** Options quoted for a shell, each with a leading space; options without a value are left out. */
export const optionsText = (options: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(options)
    .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${shellWord(value)}`]))
    .join('')

const tenantOfDemo = (demo: DemoData | undefined, key: string): DefaultTenant | undefined => {
  if (demo === undefined || (key !== demo.org_key && key !== demo.database_key)) return undefined
  const [first, second] = demo.tenants
  if (first === undefined) return undefined
  const others = second === undefined ? '' : `; use --tenant ${second.id} for ${second.name}`
  return { id: String(first.id), note: `Asking as tenant ${first.id} (${first.name})${others}.` }
}

const headerText = (text: string): string => {
  if (/\p{Cc}/u.test(text)) throw new InvalidArgumentError('It must be one line without control characters.')
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

const keyText = (text: string): string => {
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new InvalidArgumentError('A key begins with sk_ or pk_ and contains only letters, digits and _.')
  return text
}

/** Parses the base URL of a service; a trailing `/api/v1` is removed. @throws InvalidArgumentError */
export const httpAddress = (text: string): string => {
  if (!/^https?:\/\//i.test(text)) throw new InvalidArgumentError('It must start with http:// or https://.')
  if (!URL.canParse(text)) throw new InvalidArgumentError('Write it as http://host:port, with a port up to 65535.')
  const { username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '')
    throw new InvalidArgumentError('It must not contain a user name or password: the service authenticates with --key.')
  if (search !== '' || hash !== '') throw new InvalidArgumentError('It must not contain ? or #.')
  return text.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, '')
}
