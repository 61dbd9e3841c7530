import type { MongoClient } from 'mongodb'

/** A command that a driver has sent, on the clock of `performance.now()`. */
export interface StoreCommand {
  /** Its verb and collection: `find messages`. */
  readonly name: string
  readonly beganMs: number
  readonly endedMs: number
}

/** Commands with which drivers maintain connections. */
const OF_CONNECTIONS = /^(hello|ismaster|ping|endSessions)\b/i

/**
 * Records the commands that clients send to the store; requires `monitorCommands=true`.
 *
 * @returns a function that returns the commands ended since its last call
 */
export const watchCommands = (clients: readonly MongoClient[]): (() => readonly StoreCommand[]) => {
  let ended: StoreCommand[] = []
  for (const client of clients) {
    const begun = new Map<number, Pick<StoreCommand, 'name' | 'beganMs'>>()
    client.on('commandStarted', ({ requestId, commandName, command }) => {
      begun.set(requestId, { name: `${commandName} ${command[commandName]}`, beganMs: performance.now() })
    })
    const end = ({ requestId }: { readonly requestId: number }): void => {
      const command = begun.get(requestId)
      begun.delete(requestId)
      if (command !== undefined && !OF_CONNECTIONS.test(command.name))
        ended.push({ ...command, endedMs: performance.now() })
    }
    client.on('commandSucceeded', end)
    client.on('commandFailed', end)
  }
  return () => {
    const taken = ended
    ended = []
    return taken
  }
}

/** Length of the longest chain of commands, each begun after the previous one had ended: the number of sequential round trips. */
export const longestChain = (commands: readonly StoreCommand[]): number => {
  let length = 0
  let freeMs = Number.NEGATIVE_INFINITY
  for (const { beganMs, endedMs } of commands.toSorted((one, other) => one.endedMs - other.endedMs)) {
    if (beganMs < freeMs) continue
    length++
    freeMs = endedMs
  }
  return length
}
