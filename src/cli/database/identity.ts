import { type Command, Option } from 'commander'
import { getIdentity, putIdentity } from '../../manage/databases/routes/identity.ts'
import { databaseCommand } from './database-command.ts'

const EXAMPLES = `
Examples:
  $ tabletalk database identity shop
  $ tabletalk database identity shop --require
  $ tabletalk database identity shop --rotate

Your server signs an identity token for each end user: a JWT (HS256) with {"tenant_id": 1, "scope_id": "ann", "exp": …}, valid
for at most 24 hours. Pages send it in X-Identity-Token with the database key. With --require, requests without a token are
refused.`

interface IdentityOptions {
  readonly require?: boolean
  readonly off?: boolean
  readonly rotate?: boolean
}

const MEANING = {
  off: 'there is no identity secret; clients with a database key send tenant and scope unverified.',
  accepted: 'identity tokens are accepted; clients that send none send tenant and scope unverified.',
  required: 'database keys require an identity token.',
} as const

/** `tabletalk database identity`: manages the secret that signs identity tokens. */
export const registerIdentity = (parent: Command): void =>
  databaseCommand<IdentityOptions>(parent, 'identity', {
    summary: 'manage the secret that signs identity tokens for database keys',
    description: 'Creates the secret that signs identity tokens, shows it once, and sets whether tokens are required.',
    examples: EXAMPLES,
    declare: (command) =>
      command
        .addOption(new Option('--require', 'require an identity token with every database key').conflicts('off'))
        .option('--off', 'make identity tokens optional')
        .option('--rotate', 'create a new secret; tokens signed with the previous one become invalid immediately'),
    async answer({ run, stored: { id, name }, ...parts }, { require = false, off = false, rotate = false }) {
      const params = { database_id: id }
      const { identity: before } = await run(getIdentity(parts), { params })
      const required = require || (before === 'required' && !off)
      const isNew = rotate || (before === 'off' && !off)
      const isOther = before !== 'off' && required !== (before === 'required')
      const { identity, secret } =
        isNew || isOther
          ? await run(putIdentity(parts), { params, body: { required, rotate } })
          : { identity: before, secret: null }
      return {
        json: { database_id: id, identity, ...(secret === null ? {} : { secret }) },
        text(terminal) {
          terminal.note(`${name} (${id}): ${MEANING[identity]}`)
          if (secret !== null) terminal.write(`${secret}\n`)
        },
      }
    },
  })
