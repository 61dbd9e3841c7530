import { ConfigError } from '../config.ts'
import { Problem, problemRow } from '../domain/problem.ts'
import { isStoreAway } from '../domain/problems/store-away.ts'
import { FileInvalid } from '../input/written-file.ts'
import { CannotAttack } from '../isolation/cannot-attack.ts'
import { HomeInUse } from '../local/home/lock-home.ts'
import { MissingServer } from '../local/programs/missing-server.ts'
import { PortTaken } from '../local/servers/ports.ts'
import { ServerDidNotStart } from '../local/servers/supervise.ts'
import { WorkerBroke } from '../process/worker-broke.ts'
import { StoreAddressInvalid } from '../store/store-address.ts'
import { StoreTooNew, StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { troubleOf } from './file-trouble.ts'

/** What the reader can mend; anything else comes with its stack. */
const MENDABLE = [
  ...[CannotAttack, CommandFailed, ConfigError, FileInvalid, HomeInUse, MissingServer, PortTaken],
  ...[ServerDidNotStart, StoreAddressInvalid, StoreTooNew, StoreUnusable, WorkerBroke],
]

/** What a problem says to people, and its code for scripts; its cause may hold what is secret. */
const problemText = ({ message, details, problem }: Problem): string =>
  `${message} (${details[0]?.code ?? problemRow(problem).errorCode})`

const STORE_AWAY =
  'The store does not answer, or cannot write at the moment. What was asked for may be done in part: try the same again.'

/** What is said of a failure; of one that nobody foresaw, all. */
export const toldOf = (error: unknown): unknown => {
  if (error instanceof Problem) return problemText(error)
  if (isStoreAway(error)) return `${STORE_AWAY} (${problemRow('store_unavailable').errorCode})`
  if (error instanceof Error && MENDABLE.some((kind) => error instanceof kind)) return error.message
  return troubleOf(error) ?? error
}
