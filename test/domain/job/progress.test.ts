import { describe, expect, it } from '@jest/globals'
import { columnProgress, INDEX_STEPS, indexProgress, percentOf } from '../../../src/manage/jobs/rules/job.ts'

describe('Progress of an indexing job', () => {
  it('never decreases and counts read columns within their step', () => {
    const [first, second, , last] = INDEX_STEPS
    const progress = [
      indexProgress(first),
      indexProgress(second),
      columnProgress(0, 60),
      columnProgress(30, 60),
      columnProgress(60, 60),
      indexProgress(last),
    ]
    expect(progress.map(percentOf)).toEqual([0, 25, 50, 62, 75, 75])
    expect(progress[3]).toMatchObject({ step: 'learning what columns hold', columns: { read: 30, all: 60 } })
  })
})
