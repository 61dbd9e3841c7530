import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type AuditEntry, actorId, INSTALLATION, shownActor } from '../domain/access/audit.ts'
import { chooseOrganization, withOrganization } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import { numberOf } from './number-of.ts'
import { printJson } from './print.ts'
import { rowsTable } from './rows-table.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { type Operator, withStore } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk audit --org 7
  $ tabletalk audit --installation --json | jq '.entries[] | select(.outcome == "begun")'

The log of an organization is deleted with the organization. The log of the installation records which organizations were
removed, by whom and when: outcome "begun" while the data is being erased, "done" when all of it is erased.`

interface AuditOptions {
  readonly org?: number
  readonly installation?: boolean
  readonly page: number
  readonly json?: boolean
}

const PAGE_SIZE = 50

/** `tabletalk audit`: what was changed, latest first. */
export const registerAudit = (program: Command): void => {
  withOrganization(program.command('audit'))
    .summary('show the audit log: what changed, who changed it and when')
    .description('Shows the audit log of an organization or of the installation, newest entry first.')
    .option('--installation', 'show the log of the installation: creation and removal of organizations')
    .option('--page <number>', `the page to show, ${PAGE_SIZE} entries each`, numberOf('a page', 9), 1)
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((options: AuditOptions) =>
      withStore(readConfig(), async (operator) => {
        const owner = await ownerOf(operator, options)
        const { items, total } = await operator.store.audit.list(owner, { page: options.page, pageSize: PAGE_SIZE })
        const terminal = processTerminal()
        if (options.json === true) printJson(terminal, { entries: items.map(entryItem), page: options.page, total })
        else show(terminal, items, total)
      }),
    )
}

const ownerOf = async (operator: Operator, { org, installation }: AuditOptions) => {
  if (installation !== true) return { organizationId: (await chooseOrganization(operator, org)).id }
  if (org !== undefined) throw new CommandFailed('Specify either --org or --installation, not both.')
  return INSTALLATION
}

/** As `GET /audit` has it. */
const entryItem = ({ id, at, outcome, actor, action, subject, changes, traceId }: AuditEntry) => ({
  ...{ id, at, outcome, actor: shownActor(actor), action },
  ...{ subject_id: subject, changes, trace_id: traceId ?? null },
})

const show = (terminal: Terminal, entries: readonly AuditEntry[], total: number): void => {
  if (entries.length === 0) {
    terminal.write('The log is empty.\n')
    return
  }
  const rows = entries.map(({ at, outcome, actor, action, subject, changes }) => ({
    ...{ at: `${at.slice(0, 19)}Z`, what: action, of: subject },
    by:
      actor.kind === 'user' && actor.email !== undefined
        ? actor.email
        : [actor.kind, actorId(actor) ?? ''].join(' ').trim(),
    outcome,
    changes: changes.map(({ field, value }) => (value === undefined ? field : `${field}=${String(value)}`)).join(' '),
  }))
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, type: 'string' }))
  const { width, colors } = terminal
  const table = rowsTable({ columns, rows, truncated: false }, { width, colors, rowsMax: rows.length })
  terminal.write(`${table}\n${total} entries in total.\n`)
}
