import { type Day, isoDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Order } from './orders.ts'
import type { DemoRows } from './tables.ts'

const PRAISE = ['Exactly what I hoped for', 'Would buy again', 'Great quality', 'A lovely present', 'Works perfectly']
const SHRUGS = ['Does its job', 'Fine, but a little pricey', 'As described', 'Took a while to get used to it']
const COMPLAINTS = ['Broke after a week', 'Not as described', 'Disappointing', 'Arrived in a bad state']

/** Reviews of what was delivered; many have no comment. */
export const addReviews = (rows: DemoRows, order: Order, today: Day, random: Random): void => {
  if (order.deliveredOn === undefined) return
  for (const item of order.items) {
    const day = order.deliveredOn + random.between(1, 40)
    if (!random.chance(0.14) || day > today) continue
    const rating = Math.max(1, Math.min(5, Math.round(item.product.quality + (random.next() - 0.5) * 3.8)))
    const comments = rating >= 4 ? PRAISE : rating === 3 ? SHRUGS : COMPLAINTS
    const comment = random.chance(0.4) ? null : random.pick(comments)
    rows.add('reviews', order.shop.id, item.product.id, order.customer.id, rating, comment, isoDay(day))
  }
}

const SUBJECTS: readonly (readonly [topic: string, subjects: readonly string[], weight: number])[] = [
  ['tracking', ['Where is my parcel?', 'Parcel went to the wrong address', 'Delivery is late'], 5],
  ['billing', ['I was charged twice', 'Please resend my invoice', 'Payment was declined'], 3],
  ['usage', ['How do I set it up?', 'A part is missing', 'Is this one in stock?'], 4],
  ['exchange', ['How do I return this?', 'When do I get my money back?'], 3],
  ['login', ['I cannot log in', 'Please change my address'], 1],
]

/** A support ticket for some orders, most of them closed within days; recent ones may be open. */
export const addTicket = (rows: DemoRows, order: Order, staff: readonly number[], today: Day, random: Random): void => {
  if (!random.chance(0.17)) return
  const day = order.day + random.between(0, 20)
  if (day > today) return
  const [topic, subjects] = random.weighted(SUBJECTS.map((subject) => [subject, subject[2]] as const))
  const closedOn = day + random.between(0, 30)
  const closed = closedOn <= today && !random.chance(0.02)
  const waiting = !closed && random.chance(0.4)
  rows.add(
    'support_tickets',
    order.shop.id,
    order.customer.id,
    !closed && random.chance(0.3) ? null : random.pick(staff),
    random.pick(subjects),
    topic,
    random.weighted([
      ['low', 3],
      ['normal', 6],
      ['high', 2],
      ['urgent', 1.5],
    ]),
    closed ? 'closed' : waiting ? 'waiting' : 'open',
    isoDay(day),
    closed ? isoDay(closedOn) : null,
    closed ? closedOn - day : null,
  )
}
