import { once } from 'node:events'
import type { Command } from 'commander'
import { tenantForm } from '../../domain/guard/owner-types.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import { type Restriction, restrict } from '../../domain/guard/restriction.ts'
import { Problem } from '../../domain/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import { explainLine } from './explain-line.ts'
import { type GuardSource, type GuardSourceOptions, useGuardSource, withGuardSource } from './guard-source.ts'
import { inOrder } from './in-order.ts'
import { readLines } from './read-lines.ts'

const EXAMPLES = `
Examples:
  $ echo '{"id":1,"query":"SELECT COUNT(*) FROM orders"}' | tabletalk guard explain --policy shop.policy.json --tenant 1
  $ tabletalk guard explain --policy shop.policy.json --schema shop.schema.json --tenant 1 < queries.jsonl
  $ tabletalk guard explain --database 5a0c7e1e-3d42-4b7f-9c55-0f8d6b1a2c01 --tenant 1 --scope Anna < queries.jsonl

Reads lines {"id": …, "query": "…"} from standard input (for MongoDB, the query is the command as JSON, or its text), and
prints one line for each, in the same order:
  {"id": …, "verdict": "accepted", "query": "…", "params": […], "tables": […]}
  {"id": …, "verdict": "refused", "reason": "…"}
With --policy, no server is needed. The columns come from --schema, or from the schema file next to an exported policy: the
guard lists every column in the rewritten query, and a policy does not contain all of them.
The exit status is 0 for any verdict, and 1 if an input is missing or invalid.`

interface ExplainOptions extends GuardSourceOptions {
  readonly tenant?: string
  readonly scope?: string
}

/** Of one line. Drafts are far shorter. */
const LINE_BYTES_MAX = 1024 * 1024
const AT_ONCE = 256
/** Places of engines are shared by organization; the queries here have all of them. */
const OWNERS = 8

/** `tabletalk guard explain`: what the guard makes of queries. */
export const registerExplain = (guard: Command): void => {
  withGuardSource(guard.command('explain'))
    .summary('show how the guard rewrites or refuses queries')
    .description('Shows the rewritten statement of each query, or the reason why the query is refused.')
    .option('--tenant <id>', 'the tenant (X-Tenant-Id)')
    .option('--scope <id>', 'the end user or group (X-Scope-Id)')
    .addHelpText('after', EXAMPLES)
    .action((options: ExplainOptions) =>
      useGuardSource(options, async (source) => {
        const { engine, schema, policy } = source
        const { shown } = engine.dialect
        const rules = { schema, policy, restriction: tenantRestriction(source, options) }
        let turn = 0
        const explainer = {
          guard: (draft: string) => engine.guard(draft, rules, { organizationId: -1 - (turn++ % OWNERS) }),
          ...(shown === undefined ? {} : { shown }),
        }
        const lines = readLines(process.stdin, LINE_BYTES_MAX)
        await printLines(inOrder(notBlank(lines), (line) => explainLine(line, explainer), AT_ONCE))
      }),
    )
}

async function* notBlank(lines: AsyncIterable<string | undefined>): AsyncGenerator<string | undefined> {
  for await (const line of lines) if (line === undefined || line.trim() !== '') yield line
}

/** Prints at the pace of the reader, who may stop at any line as `head` does. */
const printLines = async (documents: AsyncIterable<unknown>): Promise<void> => {
  const { stdout } = process
  let gone = false
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    gone = true
    stdout.emit('drain')
  })
  let text = ''
  const print = (): void => {
    if (text !== '' && !gone) stdout.write(text)
    text = ''
  }
  for await (const document of documents) {
    if (gone) return
    // Lines of one moment are written at once; the first of them says when the moment is over.
    if (text === '') setImmediate(print)
    text += `${JSON.stringify(document)}\n`
    if (text.length > WRITTEN_AT_ONCE) print()
    if (stdout.writableNeedDrain && !gone) await once(stdout, 'drain')
  }
  print()
  // A process may end as soon as this returns, and a pipe takes what is written when its reader has room.
  await new Promise<void>((resolve) => stdout.write('', () => resolve()))
}

const WRITTEN_AT_ONCE = 64 * 1024

const textOf = ({ problem, message }: Problem, { tenant }: Policy): string => {
  if (problem === 'tenant_missing') return 'This policy filters by tenant: give --tenant.'
  if (problem === 'tenant_not_expected') return 'This policy does not filter by tenant: remove --tenant.'
  return problem === 'tenant_invalid' ? `--tenant must be ${tenantForm(tenant?.type ?? 'integer')}.` : message
}

/** The restriction of a caller, by the rules that hold for requests. @throws CommandFailed */
const tenantRestriction = (
  { engine, policy, requiresOrganizationScoping }: GuardSource,
  { tenant, scope }: { readonly tenant?: string; readonly scope?: string },
): Restriction => {
  const caller = {
    ...{ organizationId: 0, userId: 0, kind: 'organization' as const },
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(scope === undefined ? {} : { scopeId: scope }),
  }
  const glossary = { tables: [], columns: [], phrases: [] }
  const database = { id: '', name: '', organizationId: 0, engine: engine.name, glossary }
  try {
    return restrict(caller, { ...database, policy, requiresOrganizationScoping })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CommandFailed(textOf(error, policy))
  }
}
