import type { Position } from '../domain/history/page.ts'

/** What comes after a position in a list that goes from the latest to the earliest, ties by id. */
export const afterPosition = (field: 'timestamp' | 'lastMessageAt', { at, id }: Position) => {
  const date = new Date(at)
  return { $or: [{ [field]: { $lt: date } }, { [field]: date, _id: { $gt: id } }] }
}
