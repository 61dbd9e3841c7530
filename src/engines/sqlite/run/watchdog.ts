import { workerData } from 'node:worker_threads'

/**
 * Runs beside a statement, in a thread of its own, because the process is deaf while SQLite works: ends it when its
 * parent is gone, or when it takes more memory than it may.
 */
const { parent, memoryMaxBytes }: { readonly parent: number; readonly memoryMaxBytes: number } = workerData

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > memoryMaxBytes) process.kill(process.pid, 'SIGKILL')
}, 100)
