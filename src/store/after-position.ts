import type { PagePosition } from '../platform/values/page.ts'

/** Filter for the items after a position in a list sorted latest first, then by id: one range of its index. */
export const afterPosition = (field: 'timestamp' | 'lastMessageAt', { at, id }: PagePosition) => {
  const date = new Date(at)
  return { [field]: { $lte: date }, $or: [{ [field]: { $lt: date } }, { _id: { $gt: id } }] }
}

/** Whether an item that was read is after a position. */
export const isAfterPosition = (
  found: { readonly _id: string; readonly lastMessageAt: Date },
  { at, id }: PagePosition,
): boolean => {
  const [own, last] = [found.lastMessageAt.getTime(), Date.parse(at)]
  return own < last || (own === last && found._id > id)
}
