import { type Day, isoDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import { PLATFORM_CARRIERS } from './catalog.ts'
import type { Order } from './orders.ts'
import { cents, type DemoRows } from './tables.ts'

/** What follows from an order that was not cancelled: its invoice, payments, shipment and returns. */
export const addFulfilment = (rows: DemoRows, order: Order, ownCarrier: number, today: Day, random: Random): void => {
  if (order.cancelled) return
  addInvoice(rows, order, today)
  addPayments(rows, order, random)
  addShipment(rows, order, ownCarrier, random)
  addReturns(rows, order, today, random)
}

const addInvoice = (rows: DemoRows, { id, shop, day, total, paid }: Order, today: Day): void => {
  const status = paid.paidOn !== undefined ? 'paid' : paid.dueOn < today ? 'overdue' : 'pending'
  const paidOn = paid.paidOn === undefined ? null : isoDay(paid.paidOn)
  rows.add('invoices', shop.id, id, total, status, isoDay(day), isoDay(paid.dueOn), paidOn)
}

/** A few large orders are paid in two parts on one day. */
const addPayments = (rows: DemoRows, { id, shop, total, paid }: Order, random: Random): void => {
  if (paid.paidOn === undefined) return
  const first = total > 200 && random.chance(0.05) ? cents(total * 0.3) : total
  rows.add('payments', shop.id, id, first, paid.method, isoDay(paid.paidOn))
  if (first < total) rows.add('payments', shop.id, id, cents(total - first), paid.method, isoDay(paid.paidOn))
}

const addShipment = (rows: DemoRows, order: Order, ownCarrier: number, random: Random): void => {
  if (order.shippedOn === undefined) return
  const [first = ownCarrier, second = ownCarrier, third = ownCarrier] = PLATFORM_CARRIERS
  rows.add(
    'shipments',
    order.shop.id,
    order.id,
    random.weighted([
      [first, 5],
      [second, 3],
      [third, 1],
      [ownCarrier, 2],
    ]),
    order.deliveredOn === undefined ? 'in transit' : 'delivered',
    isoDay(order.shippedOn),
    order.deliveredOn === undefined ? null : isoDay(order.deliveredOn),
    order.deliveredOn === undefined ? null : order.deliveredOn - order.shippedOn,
    cents(3.5 + order.items.length * 0.8 + random.next() * 4),
  )
}

const addReturns = (rows: DemoRows, order: Order, today: Day, random: Random): void => {
  if (order.deliveredOn === undefined) return
  for (const item of order.items) {
    const returnedOn = order.deliveredOn + random.between(2, 25)
    if (!random.chance(0.05) || returnedOn > today) continue
    const quantity = random.between(1, item.quantity)
    const reason = random.weighted([
      ['changed mind', 4],
      ['damaged', 3],
      ['wrong item', 2],
      ['defective', 2],
      ['arrived late', 1],
    ])
    rows.add('returns', order.shop.id, item.id, quantity, reason, cents(quantity * item.unitPrice), isoDay(returnedOn))
  }
}
