import { type Command, InvalidArgumentError } from 'commander'
import { INSTALLATION } from '../manage/audit/rules/audit.ts'
import { OPERATOR_LIFETIME_MAX_S, type OperatorCredentials, operators } from '../manage/operators/operators.ts'
import { keysFor } from '../store/sealer.ts'
import { CommandFailed } from './command-failed.ts'
import { operatorCommand, tableOrText } from './operator-command.ts'
import { displayNameOption, durationMs } from './option-values.ts'
import { recordChange } from './record-change.ts'
import { baseUrlOf, type Operator } from './with-store.ts'

const EXAMPLES = `
Examples:
  $ tabletalk operator new --name "Ann" --for 7d
  $ curl -sS -H "Authorization: Bearer $CREDENTIAL" "http://localhost:3000/api/v1/turns?state=failed"
  $ tabletalk operator list
  $ tabletalk operator revoke 4f6c1b0e-6a55-4c8e-9d3b-1f2a3c4d5e6f

A credential gives read-only access to the turns of all organizations, the health of the service and the usage of limits. It
does not show questions or rows. It is shown once. Use it for the portal pages under /operators and for \`tabletalk top\`.`

const DAY_S = 86_400

/** `tabletalk operator …`: manages read-only credentials of operators. */
export const registerOperator = (program: Command): void => {
  const parent = program
    .command('operator')
    .summary('create, list and revoke operator credentials')
    .addHelpText('after', EXAMPLES)
  operatorCommand<{ readonly name: string; readonly for: number }>(parent, 'new', {
    description: 'Creates a read-only credential for the whole service and shows it once.',
    declare: (command) =>
      command
        .requiredOption('--name <name>', 'who or what uses the credential', displayNameOption)
        .option('--for <time>', 'how long it is valid, for example 12h or 7d; at most 30d', lastsOf, 7 * DAY_S),
    async answer(operator, { name, for: lifetimeS }) {
      const { id, token, expiresAt } = await recordChange(
        operator,
        { ...INSTALLATION, action: 'operator.created', subject: name },
        () => operatorCredentials(operator).issue(name, lifetimeS),
        (made) => [
          { field: 'id', value: made.id },
          { field: 'expires_at', value: made.expiresAt },
        ],
      )
      const page = `${baseUrlOf(operator)}/operators/turns#credential=${token}`
      return {
        json: { credential: token, id, name, expires_at: expiresAt, page },
        text: (terminal) => {
          terminal.note(`Valid until ${expiresAt.slice(0, 16)}Z. Open the operator pages of the portal at:\n${page}`)
          terminal.write(`${token}\n`)
        },
      }
    },
  })
  operatorCommand(parent, 'list', {
    description: 'Lists the valid credentials. The credentials themselves cannot be shown again.',
    async answer(operator) {
      const listed = (await operatorCredentials(operator).list()).map(({ id, name, createdAt, expiresAt }) => ({
        id,
        name,
        created_at: createdAt,
        expires_at: expiresAt,
      }))
      return { json: { operators: listed }, text: tableOrText(listed, 'There are no valid credentials.') }
    },
  })
  operatorCommand(parent, 'revoke', {
    description: 'Revokes a credential immediately.',
    declare: (command) => command.argument('<id>', 'the id that `operator list` shows'),
    async answer(operator, _options, id = '') {
      await recordChange(operator, { ...INSTALLATION, action: 'operator.removed', subject: id }, async () => {
        if (!(await operatorCredentials(operator).revoke(id)))
          throw new CommandFailed(`There is no valid credential with the id ${id}. See: npx tabletalk operator list`)
      })
      return { json: { id, revoked: true }, text: `Credential ${id} is revoked.` }
    },
  })
}

/** Operator credentials that are signed with the secret of the installation. */
export const operatorCredentials = ({ store, location, config }: Operator): OperatorCredentials =>
  operators(keysFor('accounts', location.secret, config.previousSecrets), store)

const lastsOf = (text: string): number => {
  const seconds = (durationMs(text) ?? 0) / 1000
  if (seconds >= 60 && seconds <= OPERATOR_LIFETIME_MAX_S) return seconds
  throw new InvalidArgumentError('It must be a duration of at most 30d, for example 15m, 12h or 7d.')
}
