import type { MongoError } from 'mongodb'
import { isApplicable, type Patch, requireInstalled } from './patch.ts'

/**
 * In the driver, a command written to a socket that the server has closed can wait forever. Such a socket is destroyed immediately,
 * but emits `close` only after pending reads; for a command written in between, `write` returns `false`, and the driver waits
 * without a timeout for a `drain` event that never occurs. If that command is the heartbeat, the server is never monitored again,
 * and all later commands of the process fail until it is restarted. A half-closed socket fails with an error that is not the
 * driver's, and which is not recognized as an unavailable server.
 */
export const MONGODB_PATCH: Patch = {
  library: 'mongodb',
  triedWith: '7.8.0',
  upstream:
    'https://github.com/mongodb/node-mongodb-native/pull/4022 made the driver wait for `drain`; nobody has asked there for an end of that wait',
  withoutPatch: 'a process may not find a store again that has closed its connections',
}

let isPatched = false

/**
 * Patches the driver of the process; idempotent. A command on a socket that the server has closed then fails with a driver error.
 * Call it before a client is created. Loads the driver.
 *
 * @param installed the installed version
 */
export const patchMongodb = (installed?: string): void => {
  if (isPatched || !isApplicable(MONGODB_PATCH, installed)) return
  isPatched = true
  const driver: typeof import('mongodb') = requireInstalled('mongodb')
  const { Connection }: typeof import('mongodb/lib/cmap/connection.js') = requireInstalled(
    'mongodb/lib/cmap/connection.js',
  )
  const { writeCommand } = Connection.prototype
  Connection.prototype.writeCommand = function (command, options) {
    const { socket, address } = this
    const ended = (cause?: Error): MongoError =>
      new driver.MongoNetworkError(`connection to ${address} closed`, cause === undefined ? {} : { cause })
    if (socket.destroyed) return Promise.reject(ended())
    return new Promise((resolve, reject) => {
      const onClose = (): void => reject(ended())
      socket.once('close', onClose)
      writeCommand
        .call(this, command, options)
        .finally(() => socket.off('close', onClose))
        .then(resolve, (error: Error) => {
          const isCallerAbort = options.signal?.aborted && error === options.signal.reason
          reject(error instanceof driver.MongoError || isCallerAbort ? error : ended(error))
        })
    })
  }
}
