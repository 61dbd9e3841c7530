import type { WatchMessage } from './watchdog.ts'

/** Process that kills its parent's connections after the parent has died. */
const open = new Map<number, Extract<WatchMessage, { kind: 'opened' }>>()

process.on('message', (message: WatchMessage) => {
  if (message.kind === 'opened') open.set(message.key, message)
  else open.delete(message.key)
})

// Signals reach the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

process.on('disconnect', async () => {
  if (open.size === 0) process.exit()
  // Loaded on demand: the driver is the largest module, and almost no watchdog process needs it.
  const { stopConnection } = await import('./stop-connection.ts')
  await Promise.all([...open.values()].map(({ whereabouts, id }) => stopConnection(whereabouts, id)))
  process.exit()
})
