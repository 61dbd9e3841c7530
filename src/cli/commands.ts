import type { Command } from 'commander'

type Register = (program: Command) => void

/** In the order of the help. Each is loaded only if it may be run: together they load most of the service. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  start: async () => (await import('./start.ts')).registerStart,
  servers: async () => (await import('./servers.ts')).registerServers,
  api: async () => (await import('./processes.ts')).registerApi,
  worker: async () => (await import('./processes.ts')).registerWorker,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  top: async () => (await import('./top.ts')).registerTop,
  ask: async () => (await import('./chat/ask.ts')).registerAsk,
  history: async () => (await import('./chat/history.ts')).registerHistory,
  results: async () => (await import('./chat/results.ts')).registerResults,
  cancel: async () => (await import('./chat/cancel.ts')).registerCancel,
  mcp: async () => (await import('./mcp.ts')).registerMcp,
  org: async () => (await import('./org/index.ts')).registerOrg,
  prepare: async () => (await import('./prepare.ts')).registerPrepare,
  audit: async () => (await import('./audit.ts')).registerAudit,
  usage: async () => (await import('./usage.ts')).registerUsage,
  operator: async () => (await import('./operator.ts')).registerOperator,
  secret: async () => (await import('./secret.ts')).registerSecret,
  key: async () => (await import('./key.ts')).registerKey,
  widget: async () => (await import('./widget.ts')).registerWidget,
  user: async () => (await import('./user.ts')).registerUser,
  token: async () => (await import('./token.ts')).registerToken,
  sso: async () => (await import('./sso.ts')).registerSso,
  database: async () => (await import('./database/index.ts')).registerDatabase,
  personality: async () => (await import('./personality.ts')).registerPersonality,
  eval: async () => (await import('./eval/eval-command.ts')).registerEval,
  demo: async () => (await import('./demo/index.ts')).registerDemo,
  guard: async () => (await import('./guard/index.ts')).registerGuard,
}

/** Registers the command of this name; without one, or if there is none of this name, all commands. */
export const registerCommands = async (program: Command, name = ''): Promise<void> => {
  const named = Object.entries(COMMANDS).filter(([command]) => command === name)
  const loaders = named.length > 0 ? named : Object.entries(COMMANDS)
  for (const register of await Promise.all(loaders.map(([, load]) => load()))) register(program)
}
