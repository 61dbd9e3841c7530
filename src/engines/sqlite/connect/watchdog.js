import { workerData } from 'node:worker_threads'

/**
 * Runs beside a statement, in a thread of its own, because the process cannot act while SQLite works: ends it when its parent is
 * gone, or when it takes more memory than it may. In JavaScript, for in each thread Node needs some 60 ms to be ready for
 * TypeScript.
 */
const { parent, memoryMaxBytes } = workerData

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > memoryMaxBytes) process.kill(process.pid, 'SIGKILL')
}, 100)
