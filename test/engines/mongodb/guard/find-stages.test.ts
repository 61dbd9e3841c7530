import { stagesOfFind } from '../../../../src/engines/mongodb/guard/find-command.ts'

const NOTHING = { filter: {}, sort: undefined, skip: undefined, limit: undefined, projection: undefined }
const FIND = { op: 'find', collection: 'orders', ...NOTHING } as const

describe('stagesOfFind', () => {
  it('writes the options of a find as stages, in the order of their evaluation', () => {
    const options = { filter: { a: 1 }, sort: { b: -1 }, skip: 5, limit: 2, projection: { c: 1 } } as const
    expect(stagesOfFind({ ...FIND, ...options })).toEqual([
      ...[{ $match: { a: 1 } }, { $sort: { b: -1 } }, { $skip: 5 }, { $limit: 2 }, { $project: { c: 1 } }],
    ])
  })

  it('writes no stage for an option that is absent or has no effect', () => {
    expect(stagesOfFind(FIND)).toEqual([])
    expect(stagesOfFind({ ...FIND, filter: {}, sort: {}, skip: 0, limit: 0, projection: {} })).toEqual([])
  })
})
