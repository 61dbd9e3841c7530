import { readConfig } from '../../config.ts'
import { CommandFailed } from '../command-failed.ts'
import { processTerminal, type Terminal } from '../terminal.ts'

export interface ChatSurroundings {
  readonly terminal?: () => Terminal
  /** The folder with what is known of the running service. */
  readonly home?: () => string
}

/** Runs a command that talks to the API; what it cannot do is told on standard error, and the process ends with 1. */
export const chatAction = async (
  { terminal: openTerminal = processTerminal, home = () => readConfig().home }: ChatSurroundings,
  work: (context: { readonly terminal: Terminal; readonly home: string }) => Promise<void>,
): Promise<void> => {
  const terminal = openTerminal()
  try {
    await work({ terminal, home: home() })
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    terminal.fail(error.message)
  }
}
