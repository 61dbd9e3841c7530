import type { DistinctColumn } from '../dialect.ts'

/** A draft for the distinct short texts at one path. Each level of it may be an array. */
export const draftDistinct = ({ table, column, valuesMax, lengthMax }: DistinctColumn): string =>
  JSON.stringify({
    collection: table,
    pipeline: [
      { $project: { _id: 0, value: `$${column}` } },
      ...column.split('.').map(() => ({ $unwind: '$value' })),
      { $match: { value: { $type: 'string', $regex: `^.{0,${lengthMax}}$`, $options: 's' } } },
      { $group: { _id: '$value' } },
      { $limit: valuesMax },
      { $project: { _id: 0, value: '$_id' } },
    ],
  })
