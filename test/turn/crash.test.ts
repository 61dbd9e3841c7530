import { CRASH_KINDS, killedWorkerSuite } from './killed-worker.ts'

describe('a killed worker', () => {
  killedWorkerSuite(CRASH_KINDS)
})
