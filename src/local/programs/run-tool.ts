import { execa } from 'execa'

interface ToolRun {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Runs a build tool. @throws Error with the last lines of its output */
export const runTool = async (
  file: string,
  args: readonly string[],
  { cwd, env = {}, signal }: ToolRun,
): Promise<void> => {
  const run = await execa(file, args, {
    cwd,
    env,
    all: true,
    stdin: 'ignore',
    reject: false,
    forceKillAfterDelay: 2_000,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  })
  signal?.throwIfAborted()
  if (run.failed) throw new Error(lastLines(run.all) || run.shortMessage)
}

const LINES = 6

const lastLines = (text: string): string => text.trim().split('\n').slice(-LINES).join('\n    ')
