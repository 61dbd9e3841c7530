import type { WatchMessage } from './watchdog.ts'

/** Ends the connections of its parent when the parent is gone. */
const open = new Map<number, Extract<WatchMessage, { kind: 'opened' }>>()

process.on('message', (message: WatchMessage) => {
  if (message.kind === 'opened') open.set(message.key, message)
  else open.delete(message.key)
})

// Ctrl-C and a stop of the service reach the whole group; when to go is for the parent to say.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

process.on('disconnect', async () => {
  if (open.size === 0) process.exit()
  // The driver is most of what this process could load, and nearly every one of them ends without having needed it.
  const { stopConnection } = await import('./stop-connection.ts')
  await Promise.all([...open.values()].map(({ whereabouts, id }) => stopConnection(whereabouts, id)))
  process.exit()
})
