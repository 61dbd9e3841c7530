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

Your own server signs for whom a database key speaks: a JWT (HS256) of {"tenant_id": 1, "scope_id": "ann", "exp": …},
at most 24 hours ahead, which pages send in X-Identity-Token. With --require no other word counts.`

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
    .summary('let your own server sign for whom database keys speak')
    .description(
      'Makes the secret that identity tokens are signed with, and shows it once; says whether they are required.',
    )
    .argument('<database>', 'its id or its name')
    .addOption(new Option('--require', 'take database keys with such a token only').conflicts('off'))
    .option('--off', 'take them without one too')
    .option('--rotate', 'make another secret; tokens that were signed with the one before end at once')
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
      const secret = isNew ? await operator.store.renewIdentity(owner, id, rule) : undefined
      const isThere = isNew ? secret !== undefined : await operator.store.putIdentity(owner, id, rule)
      if (!isThere) throw new CommandFailed(`${name} (${id}) was removed meanwhile.`)
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
  off: 'there is no identity secret; holders of database keys say themselves for whom they speak.',
  accepted: 'identity tokens are taken; whoever sends none says without one for whom a database key speaks.',
  required: 'database keys are taken with an identity token only.',
}
