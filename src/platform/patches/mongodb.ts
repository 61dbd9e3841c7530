import type { MongoError } from 'mongodb'
import { isOn, type Patch, requireInstalled } from './patch.ts'

/**
 * The driver lets a command wait for ever that is written to a socket which the server has closed. Such a socket is
 * destroyed at once, but says so to the driver only after whatever else was ready to be read; a command written in between
 * gets `false` and waits for a `drain` that never comes, and no timeout holds for it. When that command is the heartbeat,
 * the server is never looked at again, and every later command of the process fails until it is started anew. A socket of
 * which only the other side has ended fails with an error that is not the driver's, and which nobody takes for a server that
 * is away.
 */
export const MONGODB_PATCH: Patch = {
  library: 'mongodb',
  triedWith: '7.8.0',
  upstream:
    'https://github.com/mongodb/node-mongodb-native/pull/4022 made the driver wait for `drain`; nobody has asked there for an end of that wait',
  without: 'a process may not find a store again that has closed its connections',
}

let isMended = false

/**
 * Mends the driver for the process, once however often it is called: a command on a socket that the server has closed
 * fails with an error of the driver's. To be called before a client is made; loads the driver.
 *
 * @param installed the version that is there
 */
export const mendMongodb = (installed?: string): void => {
  if (isMended || !isOn(MONGODB_PATCH, installed)) return
  isMended = true
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
          const isOfCaller = options.signal?.aborted && error === options.signal.reason
          reject(error instanceof driver.MongoError || isOfCaller ? error : ended(error))
        })
    })
  }
}
