import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { organizationCaller } from '../../access/rules/caller.ts'
import { tenantFormat } from '../../guard/owner-types.ts'
import type { Policy } from '../../guard/policy.ts'
import { type Restriction, restrict } from '../../guard/restriction.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { CommandFailed } from '../command-failed.ts'
import { pipeToStandardOutput } from '../standard-streams.ts'
import { explainLine } from './explain-line.ts'
import { type GuardSource, type GuardSourceOptions, useGuardSource, withGuardSource } from './guard-source.ts'

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

/** Maximum length of a line; drafts are far shorter. */
const LINE_BYTES_MAX = 1024 * 1024
const AT_ONCE = 256
/** Slots of engines are limited per organization: several ids let the queries use all slots. */
const OWNERS = 8

/** `tabletalk guard explain`: shows how the guard rewrites or refuses queries. */
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
        const explained = async (line: string) => `${JSON.stringify(await explainLine(line, explainer))}\n`
        const lines = Readable.from(linesOf(process.stdin, LINE_BYTES_MAX))
        await pipeToStandardOutput(lines.map(explained, { concurrency: AT_ONCE }))
      }),
    )
}

/** Replaces a line that is too long; it is refused because it is not JSON. */
const TOO_LONG = 'too long'

/**
 * Yields the lines of a stream that are not blank. Buffers at most one line, up to `bytesMax`.
 *
 * @param bytesMax maximum length of a line
 */
async function* linesOf(input: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let size = 0
  const take = (): string => {
    const line = size > bytesMax ? TOO_LONG : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    return line.trim()
  }
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size > bytesMax) parts = []
    else parts.push(part)
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end))
      const line = take()
      if (line !== '') yield line
      start = end + 1
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
  const last = take()
  if (last !== '') yield last
}

const textOf = ({ problem, message }: Problem, { tenant }: Policy): string => {
  if (problem === 'tenant_missing') return 'This policy filters by tenant: give --tenant.'
  if (problem === 'tenant_not_expected') return 'This policy does not filter by tenant: remove --tenant.'
  return problem === 'tenant_invalid' ? `--tenant must be ${tenantFormat(tenant?.type ?? 'integer')}.` : message
}

/** The restriction of a caller, by the rules of requests. @throws CommandFailed */
const tenantRestriction = (
  { engine, policy, requiresOrganizationScoping }: GuardSource,
  { tenant, scope }: { readonly tenant?: string; readonly scope?: string },
): Restriction => {
  const caller = organizationCaller(0, { tenantId: tenant, scopeId: scope })
  const glossary = { tables: [], columns: [], phrases: [] }
  const database = { id: '', name: '', organizationId: 0, engine: engine.name, glossary }
  try {
    return restrict(caller, { ...database, policy, requiresOrganizationScoping })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CommandFailed(textOf(error, policy))
  }
}
