import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import type { PolicyDecision } from '../../guard/proposal/decide-policy.ts'
import { checked } from '../../http/input.ts'
import type { AuditedWrite } from '../../manage/databases/audited-write.ts'
import type { ReviewedPolicy } from '../../manage/databases/managed-databases.ts'
import { PolicyPatch } from '../../manage/databases/routes/database-schema.ts'
import { CommandFailed } from '../command-failed.ts'
import type { Answer } from '../operator-command.ts'
import { readPolicyFile } from '../read-policy-file.ts'
import { recordChange } from '../record-change.ts'
import { databaseCommand, type ManagingDatabase, reading } from './database-command.ts'
import { exportPolicy } from './export-policy.ts'
import { noteSuggestions } from './notes.ts'
import { policyTable } from './policy-table.ts'
import { chosenTables, withInclude } from './settings.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database policy shop
  $ tabletalk database policy shop --accept
  $ tabletalk database policy shop --accept order_items --share countries
  $ tabletalk database policy shop --hide customers.iban --show orders.access_code
  $ tabletalk database policy shop --export shop.policy.json
  $ tabletalk database policy shop --apply shop.policy.json

A column that looks secret is hidden until you list it with --show, even if it was added to an open table later.
--export writes the policy and, next to it, the schema of the database (shop.schema.json).`

interface PolicyOptions extends PolicyDecision {
  readonly apply?: string
  readonly export?: true | string
}

/** `tabletalk database policy`: shows, exports and changes the policy of a database. */
export const registerPolicy = (parent: Command): void =>
  databaseCommand<PolicyOptions>(parent, 'policy', {
    isNamed: false,
    summary: 'show or change the policy: what tenants can see',
    description: 'Shows or changes the policy of a database: for each table, which rows are visible and why.',
    examples: EXAMPLES,
    declare: (command) =>
      command
        .option('--accept [table...]', 'open proposed tables: all of them, or only these')
        .option('--share <table...>', 'let every tenant read all rows of these tables')
        .option('--deny <table...>', 'close these tables')
        .option('--hide <column...>', 'hide these columns, each as TABLE.COLUMN')
        .option('--show <column...>', 'show these columns even though they look secret')
        .option('--apply <file>', 'replace the policy with the one in this file')
        .option('--export [file]', 'write the policy and the schema to files'),
    async answer(managing, options) {
      const { managed, stored } = managing
      const { accept, share, deny, hide, show, apply, export: into } = options
      const decision = checked(PolicyPatch, { accept, share, deny, hide, show })
      const decided = Object.values(decision).filter((one) => one !== undefined)
      if (apply !== undefined && decided.length > 0)
        throw new CommandFailed(
          '--apply replaces the whole policy and cannot be combined with --accept, --share, --deny, --hide or --show.',
        )
      const reviewed = await reading(options, async () =>
        apply === undefined
          ? await managed.confirmPolicy(stored, decision, recorded(managing, 'policy.changed', { ...decision }))
          : await appliedPolicy(managing, apply),
      )
      if (into === undefined) return policyAnswer(stored.id, reviewed)
      const schema = await managed.schemaFile(stored)
      const files = await exportPolicy(into, { name: stored.name, policy: reviewed.policy, schema })
      return { json: { database_id: stored.id, ...files }, text: `${files.policy_file}\n${files.schema_file}` }
    },
  })

const appliedPolicy = async (managing: ManagingDatabase, file: string): Promise<ReviewedPolicy> => {
  const { managed, stored } = managing
  const written = await readPolicyFile(file, stored.engine)
  const policy = await managed.replacePolicy(stored, written, recorded(managing, 'policy.replaced'))
  return { ...(await managed.review({ ...stored, policy })), policy }
}

const recorded =
  (
    { organizationId, ...parts }: ManagingDatabase,
    action: 'policy.changed' | 'policy.replaced',
    fields: Parameters<typeof recordChange>[1]['fields'] = {},
  ): AuditedWrite =>
  ({ id: subject }, write) =>
    recordChange(parts, { organizationId, action, subject, fields }, write)

const INDEX_EXAMPLES = `
Examples:
  $ tabletalk database index shop
  $ tabletalk database index shop --json | jq .drift
  $ tabletalk database index shop --include 'sales_*' customers

New tables with the tenant column are opened, filtered by tenant; all other new tables stay closed until you confirm them.
Earlier decisions are kept. With --include, only tables with matching names are used from then on, in questions too; the
others are ignored and not reported.`

/** Longer than reading tables and samples may take. */
const INDEXING_MS = 180_000

/** `tabletalk database index`: reads the schema again, and updates the policy. */
export const registerIndex = (parent: Command): void =>
  databaseCommand<{ readonly include?: readonly string[] }>(parent, 'index', {
    isNamed: false,
    summary: 'read the schema of a database again',
    description:
      'Reads tables and keys again, classifies new tables, and reports drift of the policy and missing indexes.',
    examples: INDEX_EXAMPLES,
    declare: withInclude,
    async answer({ managed, stored, organizationId, ...parts }, options) {
      const include = chosenTables(options.include)
      const fields = { include: include === undefined ? undefined : [...(include ?? ['*'])] }
      const entry = { organizationId, action: 'database.indexed', subject: stored.id, fields } as const
      const indexed = await recordChange(parts, entry, () =>
        reading(options, async () => {
          const chosen = await managed.change(stored, { include }, (_, write) => write())
          const signal = AbortSignal.timeout(INDEXING_MS)
          return await managed.index(chosen, { jobId: randomUUID(), signal, onProgress: async () => undefined })
        }),
      )
      const { json, text } = policyAnswer(stored.id, indexed)
      return {
        json: { ...json, missing_indexes: indexed.missingIndexes },
        text(terminal) {
          text(terminal)
          noteSuggestions(terminal, indexed.missingIndexes)
        },
      }
    },
  })

/** Prints a policy, its tables to confirm, and its drift from the database. */
const policyAnswer = (id: string, { lines, policy, drift, toConfirm }: ReviewedPolicy) => {
  const notes = drift.map(({ table, kind, detail }) => `${kind}: ${table}: ${detail}`)
  if (drift.some(({ kind }) => kind === 'column waits'))
    notes.push(
      `To show a column that looks secret, or to hide it permanently: npx tabletalk database policy ${id} --show TABLE.COLUMN (or --hide)`,
    )
  if (toConfirm.length > 0)
    notes.push(`To confirm all or some of the tables: npx tabletalk database policy ${id} --accept [table…]`)
  return {
    json: { database_id: id, policy, to_confirm: toConfirm, drift },
    text(terminal) {
      terminal.write(`${policyTable(lines, policy.tenant, terminal)}\n`)
      for (const note of notes) terminal.note(note)
    },
  } satisfies Answer
}
