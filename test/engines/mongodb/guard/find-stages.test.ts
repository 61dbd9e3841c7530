import { stagesOfFind } from '../../../../src/engines/mongodb/guard/find-command.ts'

const NOTHING = { filter: {}, sort: undefined, skip: undefined, limit: undefined, projection: undefined }
const FIND = { op: 'find', collection: 'orders', ...NOTHING } as const

describe('a find that needs stages', () => {
  it('is a pipeline of all that it asks for, in the order in which a find does it', () => {
    const asked = { filter: { a: 1 }, sort: { b: -1 }, skip: 5, limit: 2, projection: { c: 1 } } as const
    expect(stagesOfFind({ ...FIND, ...asked })).toEqual([
      ...[{ $match: { a: 1 } }, { $sort: { b: -1 } }, { $skip: 5 }, { $limit: 2 }, { $project: { c: 1 } }],
    ])
  })

  it('has no stage for what is not asked for, or says nothing', () => {
    expect(stagesOfFind(FIND)).toEqual([])
    expect(stagesOfFind({ ...FIND, filter: {}, sort: {}, skip: 0, limit: 0, projection: {} })).toEqual([])
  })
})
