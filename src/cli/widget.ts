import type { Command } from 'commander'
import { z } from 'zod'
import { isExpired, publicKeyRisk } from '../access/rules/api-key.ts'
import { readDemoFile } from '../local/home/demo-file.ts'
import type { StoredDatabase } from '../manage/databases/store/databases.ts'
import { httpAddress } from './chat/chat-target.ts'
import { chooseDatabase } from './choose-database.ts'
import { withOrganization } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { shellWord } from './command-line.ts'
import { publicKeyWarning } from './key.ts'
import { operatorCommand } from './operator-command.ts'
import { unreachableReason } from './unreachable.ts'
import { frameSnippet, widgetSnippet } from './widget-snippet.ts'
import { baseUrlOf, type Operator } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk widget --database shop --key pk_…
  $ tabletalk widget --database shop --url https://chat.example.com
  $ tabletalk widget --database shop --frame
  $ tabletalk widget --json | jq -r .snippet

Prints the markup that shows the chat in a page of yours: a script with its integrity hash, and the element <db-chat>; with
--frame, an iframe instead. Replace each … by its value. A page needs a database key (pk_…): tabletalk key create --kind database`

interface WidgetOptions {
  readonly org?: number
  readonly database?: string
  readonly key?: string
  readonly url?: string
  readonly frame?: boolean
}

/** `tabletalk widget`: prints the markup that embeds the widget in a page. */
export const registerWidget = (program: Command): void =>
  operatorCommand<WidgetOptions>(program, 'widget', {
    summary: 'print the markup that embeds the chat in a page',
    description: 'Prints the markup that embeds the chat with a database in a page.',
    examples: EXAMPLES,
    declare: (command) =>
      withOrganization(command)
        .option('--database <id or name>', 'the database; default: that of the key, else the only one')
        .option('--key <key>', 'the database key of the page; default: that of the demo, else pk_… as a placeholder')
        .option(
          '--url <address>',
          'the base URL of the service for browsers; default: TABLETALK_PUBLIC_URL, else the local service',
          httpAddress,
        )
        .option('--frame', 'print an iframe instead of the script and the element'),
    async answer(operator, { org, url, frame = false, ...options }) {
      const own = options.key === undefined ? undefined : await databaseOfKey(operator, options.key)
      const database = await chooseDatabase(operator, { org, database: options.database ?? own })
      if (own !== undefined && own !== database.id)
        throw new CommandFailed(`The key is for another database than ${database.name}: remove --database.`)
      const baseUrl = url ?? operator.config.publicUrl ?? baseUrlOf(operator)
      const script = await readScript(baseUrl)
      const key = options.key ?? (await demoKey(operator, database))
      const embedding = { baseUrl, script, key: key ?? 'pk_…', database }
      const snippet = frame ? frameSnippet(embedding) : widgetSnippet(embedding)
      const risk = publicKeyRisk(database)
      const create = `npx tabletalk key create --org ${database.organizationId} --kind database --database ${shellWord(database.name)} --origin https://…`
      return {
        json: { database_id: database.id, url: baseUrl, ...script, snippet },
        text: snippet,
        notes: [
          ...(key === undefined ? [`Replace pk_… by a database key. Create one: ${create}`] : []),
          ...(risk === undefined ? [] : [publicKeyWarning(risk, database.id)]),
        ],
      }
    },
  })

const CREATE_KEY = 'Create a database key: npx tabletalk key create --kind database --database …'

/** @returns the id of the database @throws CommandFailed if a page cannot use the key */
const databaseOfKey = async ({ store }: Operator, text: string): Promise<string> => {
  if (text.startsWith('sk_'))
    throw new CommandFailed(`A server key (sk_…) must not be in a page, where everyone can read it. ${CREATE_KEY}`)
  const key = await store.apiKeys.findByText(text)
  if (key?.databaseId === undefined) throw new CommandFailed(`The key is unknown or revoked. ${CREATE_KEY}`)
  if (isExpired(key, new Date())) throw new CommandFailed(`The key has expired. ${CREATE_KEY}`)
  return key.databaseId
}

const demoKey = async (
  { demoOrganization, config }: Operator,
  { id, organizationId }: StoredDatabase,
): Promise<string | undefined> => {
  const demo = demoOrganization === organizationId ? await readDemoFile(config.home) : undefined
  return demo?.database_id === id ? demo.database_key : undefined
}

const Script = z.object({ version: z.string(), path: z.string(), integrity: z.string() })

const WITHIN_MS = 10_000
const NOT_FOUND = 404

/** Reads which script the service serves. @throws CommandFailed */
const readScript = async (baseUrl: string): Promise<z.infer<typeof Script>> => {
  const response = await fetch(`${baseUrl}/widget.json`, { signal: AbortSignal.timeout(WITHIN_MS) }).catch((cause) => {
    const reason = unreachableReason(cause)
    throw new CommandFailed(
      `Tabletalk cannot be reached at ${baseUrl}: ${reason}. Start it with npm start, or give its address with --url.`,
      { cause },
    )
  })
  const body: unknown = await response.json().catch(() => undefined)
  const { data } = Script.safeParse(body)
  if (data !== undefined) return data
  throw new CommandFailed(
    response.status === NOT_FOUND
      ? `The service at ${baseUrl} serves no widget: its log says why the portal was not built. Check the address too (--url).`
      : `The server at ${baseUrl} does not seem to be Tabletalk (status ${response.status}). Check the address (--url).`,
  )
}
