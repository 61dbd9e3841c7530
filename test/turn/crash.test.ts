import { CRASH_KINDS, killedWorkerSuite } from './killed-worker.ts'

describe('a worker that is killed', () => {
  killedWorkerSuite(CRASH_KINDS)
})
