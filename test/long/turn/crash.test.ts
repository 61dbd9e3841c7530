import { CRASH_KINDS, CRASH_POINTS, killedWorkerSuite } from '../../turn/killed-worker.ts'

describe('a worker that is killed', () => {
  killedWorkerSuite(CRASH_POINTS.filter((point) => !CRASH_KINDS.includes(point)))
})
