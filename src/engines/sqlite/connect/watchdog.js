import { workerData } from 'node:worker_threads'

/**
 * Thread that watches the process, which cannot act while SQLite runs: kills it when its parent is gone or it exceeds
 * its memory limit. In JavaScript, because TypeScript support costs about 60 ms per thread.
 */
const { parent, memoryMaxBytes } = workerData

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > memoryMaxBytes) process.kill(process.pid, 'SIGKILL')
}, 100)
