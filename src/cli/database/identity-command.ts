import { type Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import type { IdentityRule } from '../../domain/access/database-settings.ts'
import { chooseDatabase } from '../choose-database.ts'
import { withOrganization } from '../choose-organization.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { recordChange } from '../record-change.ts'
import { processTerminal } from '../terminal.ts'
import { withStore } from '../with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database identity shop
  $ tabletalk database identity shop --require
  $ tabletalk database identity shop --rotate

Your server signs an identity token for each end user: a JWT (HS256) with {"tenant_id": 1, "scope_id": "ann", "exp": …}, valid
for at most 24 hours. Pages send it in X-Identity-Token with the database key. With --require, requests without a token are
refused.`

interface IdentityOptions {
  readonly org?: number
  readonly require?: boolean
  readonly off?: boolean
  readonly rotate?: boolean
  readonly json?: boolean
}

/** `tabletalk database identity`: who says for whom a public key speaks. */
export const registerIdentity = (database: Command): void => {
  withOrganization(database.command('identity'))
    .summary('manage the secret that signs identity tokens for database keys')
    .description('Creates the secret that signs identity tokens, shows it once, and sets whether tokens are required.')
    .argument('<database>', 'its id or its name')
    .addOption(new Option('--require', 'require an identity token with every database key').conflicts('off'))
    .option('--off', 'make identity tokens optional')
    .option('--rotate', 'create a new secret; tokens signed with the previous one become invalid immediately')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action(setIdentity)
}

const setIdentity = (named: string, { org, require, off, rotate, json }: IdentityOptions): Promise<void> =>
  withStore(readConfig(), async (operator) => {
    const { id, organizationId, name, identity: before } = await chooseDatabase(operator, { org, database: named })
    const terminal = processTerminal()
    const rule = require === true ? 'required' : off === true ? 'accepted' : (before ?? 'accepted')
    const isNew = (before === undefined && off !== true) || rotate === true
    const owner = { organizationId }
    const isKnown = before !== undefined || isNew
    const identity = isKnown ? rule : 'off'
    const put = async (): Promise<string | undefined> => {
      const secret = isNew ? await operator.store.databases.renewIdentity(owner, id, rule) : undefined
      const isThere = isNew ? secret !== undefined : await operator.store.databases.putIdentity(owner, id, rule)
      if (!isThere) throw new CommandFailed(`${name} (${id}) has been removed in the meantime.`)
      return secret
    }
    const fields = { identity, identity_secret: isNew ? 'new' : undefined }
    const about = { fields, secret: ['identity_secret'] }
    const told = { organizationId, action: 'database.identity_changed', subject: id, ...about } as const
    const secret = isKnown && (isNew || rule !== before) ? await recordChange(operator, told, put) : undefined
    if (json === true)
      return printJson(terminal, { database_id: id, identity, ...(secret === undefined ? {} : { secret }) })
    terminal.note(`${name} (${id}): ${MEANING[identity]}`)
    if (secret !== undefined) terminal.write(`${secret}\n`)
  })

const MEANING: Readonly<Record<IdentityRule | 'off', string>> = {
  off: 'there is no identity secret; clients with a database key send tenant and scope unverified.',
  accepted: 'identity tokens are accepted; clients that send none send tenant and scope unverified.',
  required: 'database keys require an identity token.',
}
