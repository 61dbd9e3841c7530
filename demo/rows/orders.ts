import { type Day, firstDay, isoDay, monthOf } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Shop } from '../shops/shop.ts'
import type { Product } from './catalog.ts'
import type { Customer } from './customers.ts'
import { cents, type DemoRows } from './tables.ts'

/** What later rows (invoices, shipments, reviews …) need to know of an order. */
export interface Order {
  readonly id: number
  readonly shop: Shop
  readonly customer: Customer
  readonly day: Day
  readonly cancelled: boolean
  readonly total: number
  readonly paid: Payment
  readonly shippedOn: Day | undefined
  readonly deliveredOn: Day | undefined
  readonly items: readonly Item[]
}

export interface Item {
  readonly id: number
  readonly product: Product
  readonly quantity: number
  readonly unitPrice: number
}

export interface Payment {
  readonly dueOn: Day
  readonly method: string
  /** Undefined while unpaid. */
  readonly paidOn: Day | undefined
}

export interface Market {
  readonly shop: Shop
  readonly products: readonly Product[]
  readonly customers: readonly Customer[]
}

/** All shops' orders in the order of their days, as one platform would number them. */
export const addOrders = (rows: DemoRows, markets: readonly Market[], today: Day, random: Random): readonly Order[] =>
  markets
    .flatMap((market) => occasions(market, today, random))
    .sort((a, b) => a.day - b.day || a.market.shop.id - b.market.shop.id)
    .map((occasion) => addOrder(rows, occasion, today, random))

interface Occasion {
  readonly market: Market
  readonly day: Day
  readonly customer: Customer
}

/** Most who register order soon; the other orders follow growth and season, and some came in today and yesterday. */
const occasions = (market: Market, today: Day, random: Random): readonly Occasion[] => {
  const { shop, customers } = market
  const start = firstDay(today)
  const first = customers
    .filter(({ registered, appetite }) => registered >= start && appetite > 0 && random.chance(0.8))
    .map((customer) => ({ market, customer, day: customer.registered + random.between(0, 25) }))
    .filter(({ day }) => day <= today)
  const days: Day[] = [today, today, today, today - 1, today - 1, today - 2]
  while (days.length + first.length < shop.orders) {
    const day = random.between(start, today)
    const growth = 1 + ((shop.growth - 1) * (day - start)) / (today - start)
    if (random.next() * 2.3 * Math.max(1, shop.growth) < (shop.season[monthOf(day)] ?? 1) * growth) days.push(day)
  }
  return [...first, ...days.map((day) => ({ market, day, customer: buyer(customers, day, random) }))]
}

const addOrder = (rows: DemoRows, { market, day, customer }: Occasion, today: Day, random: Random): Order => {
  const { shop } = market
  const age = today - day
  const cancelled = random.chance(0.045)
  const transit = random.between(1, 6)
  const shippedOn =
    day +
    random.weighted([
      [0, 1],
      [1, 4],
      [2, 3],
      [3, 1],
      [5, 1],
    ])
  const shipped = !cancelled && shippedOn <= today && !(age < 60 && random.chance(0.03))
  const delivered = shipped && shippedOn + transit <= today
  const status = cancelled
    ? 'cancelled'
    : delivered
      ? 'completed'
      : shipped
        ? 'in transit'
        : age > 1
          ? 'processing'
          : 'pending'
  const paid = payment(customer, day, today, random)
  const basket = cancelled ? [] : fillBasket(market, day, today, random)
  const total = cents(basket.reduce((sum, item) => sum + item.quantity * item.unitPrice, 0))
  const id = rows.add(
    'orders',
    shop.id,
    customer.id,
    isoDay(day),
    status,
    cancelled ? null : paid.paidOn === undefined ? 'unpaid' : 'paid',
    random.weighted(shop.channels),
    cancelled ? null : total,
  )
  const items = basket.map((item) => ({
    ...item,
    id: rows.add('order_items', id, item.product.id, item.quantity, item.unitPrice),
  }))
  return {
    id,
    shop,
    customer,
    day,
    cancelled,
    total,
    paid,
    shippedOn: shipped ? shippedOn : undefined,
    deliveredOn: delivered ? shippedOn + transit : undefined,
    items,
  }
}

const buyer = (customers: readonly Customer[], day: Day, random: Random): Customer => {
  const known = customers.filter((customer) => customer.registered <= day && customer.appetite > 0)
  return random.weighted(known.map((customer) => [customer, customer.appetite] as const))
}

const payment = (customer: Customer, day: Day, today: Day, random: Random): Payment => {
  const method = random.weighted(
    customer.business
      ? ([
          ['bank transfer', 7],
          ['card', 2],
          ['paypal', 1],
        ] as const)
      : ([
          ['card', 5],
          ['paypal', 3],
          ['bank transfer', 1],
          ['cash', 1],
        ] as const),
  )
  const dueOn = day + (customer.business ? 30 : 14)
  const wait = method === 'bank transfer' ? random.between(2, 40) : 0
  const paidOn = random.chance(0.025) || day + wait > today ? undefined : day + wait
  return { dueOn, method, paidOn }
}

const fillBasket = (market: Market, day: Day, today: Day, random: Random): Omit<Item, 'id'>[] => {
  const offered = market.products.filter((product) => product.launched <= day && product.demand > 0)
  const chosen = new Set<Product>()
  const size = random.between(1, market.shop.itemsMax)
  const choices = offered.map((product) => [product, product.demand] as const)
  for (let index = 0; index < size; index += 1) chosen.add(random.weighted(choices))
  // Prices rose by three percent a year.
  const discount = 1 - (0.03 * (today - day)) / 365
  return [...chosen].map((product) => ({
    product,
    quantity: product.price > 300 ? 1 : random.between(1, market.shop.quantityMax),
    unitPrice: cents(product.price * discount),
  }))
}
