import type { MongoClient } from 'mongodb'
import { clockMs } from './clock.ts'

/** A command that a driver has sent, on the clock of `clockMs`. */
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
      begun.set(requestId, { name: `${commandName} ${command[commandName]}`, beganMs: clockMs() })
    })
    const end = ({ requestId }: { readonly requestId: number }): void => {
      const command = begun.get(requestId)
      begun.delete(requestId)
      if (command !== undefined && !OF_CONNECTIONS.test(command.name)) ended.push({ ...command, endedMs: clockMs() })
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

/** An interval on the clock of `clockMs`. */
type Interval = Pick<StoreCommand, 'beganMs' | 'endedMs'>

/**
 * Length of the longest chain of commands, each begun after the previous one had ended: an upper limit of the sequential round
 * trips that a turn waits for, because work beside it may fill a gap. Commands that overlap count once. Of commands sent together,
 * a fast store may answer one before the next is sent: with a delayed store they overlap.
 */
export const longestChain = (commands: readonly Interval[]): number => {
  let length = 0
  let freeMs = Number.NEGATIVE_INFINITY
  for (const { beganMs, endedMs } of commands.toSorted((one, other) => one.endedMs - other.endedMs)) {
    if (beganMs < freeMs) continue
    length++
    freeMs = endedMs
  }
  return length
}

/** Commands within a request: those that it did not wait for, or that an earlier one left behind, may lie outside. */
export const within = <Command extends Interval>(commands: readonly Command[], request: Interval): readonly Command[] =>
  commands.filter(({ beganMs, endedMs }) => beganMs >= request.beganMs && endedMs <= request.endedMs)
