import type { Command } from 'commander'
import { registerAudit } from './audit.ts'
import { registerAsk } from './chat/ask.ts'
import { registerCancel } from './chat/cancel.ts'
import { registerHistory } from './chat/history.ts'
import { registerResults } from './chat/results.ts'
import { registerDatabase } from './database/index.ts'
import { registerDemo } from './demo/index.ts'
import { registerDoctor } from './doctor.ts'
import { registerEval } from './eval/eval-command.ts'
import { registerGuard } from './guard/index.ts'
import { registerKey } from './key.ts'
import { registerOperator } from './operator.ts'
import { registerOrg } from './org/index.ts'
import { registerPersonality } from './personality.ts'
import { registerPrepare } from './prepare.ts'
import { registerProcesses } from './processes.ts'
import { registerSecret } from './secret.ts'
import { registerServers } from './servers.ts'
import { registerSso } from './sso.ts'
import { registerStart } from './start.ts'
import { registerToken } from './token.ts'
import { registerTop } from './top.ts'
import { registerUsage } from './usage.ts'
import { registerUser } from './user.ts'

/** Registers all commands, in the order of the help. */
export const registerCommands = (program: Command): void => {
  registerStart(program)
  registerServers(program)
  registerProcesses(program)
  registerDoctor(program)
  registerTop(program)
  registerAsk(program)
  registerHistory(program)
  registerResults(program)
  registerCancel(program)
  registerOrg(program)
  registerPrepare(program)
  registerAudit(program)
  registerUsage(program)
  registerOperator(program)
  registerSecret(program)
  registerKey(program)
  registerUser(program)
  registerToken(program)
  registerSso(program)
  registerDatabase(program)
  registerPersonality(program)
  registerEval(program)
  registerDemo(program)
  registerGuard(program)
}
