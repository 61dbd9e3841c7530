import { type Day, firstDay, isoDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Shop } from '../shops/shop.ts'
import type { DemoRows } from './tables.ts'

export interface Product {
  readonly id: number
  readonly price: number
  readonly launched: Day
  /** Relative demand; 0 for products that were never ordered. */
  readonly demand: number
  /** From 1 to 5: what reviewers tend to give. */
  readonly quality: number
}

const COUNTRIES: readonly (readonly [name: string, code: string, region: string])[] = [
  ['Brazil', 'BR', 'South America'],
  ['Canada', 'CA', 'North America'],
  ['Colombia', 'CO', 'South America'],
  ['Denmark', 'DK', 'Northern Europe'],
  ['Ethiopia', 'ET', 'Africa'],
  ['France', 'FR', 'Western Europe'],
  ['Germany', 'DE', 'Western Europe'],
  ['Ireland', 'IE', 'Northern Europe'],
  ['Italy', 'IT', 'Southern Europe'],
  ['Netherlands', 'NL', 'Western Europe'],
  ['Norway', 'NO', 'Northern Europe'],
  ['Portugal', 'PT', 'Southern Europe'],
  ['Spain', 'ES', 'Southern Europe'],
  ['Sweden', 'SE', 'Northern Europe'],
  ['Taiwan', 'TW', 'Asia'],
  ['United Kingdom', 'GB', 'Northern Europe'],
  ['United States', 'US', 'North America'],
]

/** What all shops share: countries, and the carriers of the platform. */
export const addShared = (rows: DemoRows): void => {
  for (const [name, code, region] of COUNTRIES) rows.addKeyed('countries', name, code, region)
  for (const name of ['Parcel One', 'Swift Post', 'Green Wheels']) rows.add('carriers', null, name)
}

/** A shop's own people, partners and products. */
export const addCatalog = (rows: DemoRows, shop: Shop, today: Day, random: Random): readonly Product[] => {
  const start = firstDay(today)
  rows.addKeyed('shops', shop.id, shop.name, shop.website, shop.plan, shop.openedOn)
  for (const [name, role] of shop.employees) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@${shop.website}`
    rows.add('employees', shop.id, name, role, email, isoDay(today - random.between(40, 2400)))
  }
  const suppliers = shop.suppliers.map((supplier) => rows.add('suppliers', shop.id, ...supplier))
  const products: Product[] = []
  // By position, so that every shop has some of each: sold out, discontinued, never ordered, without supplier.
  const offset = random.between(0, 16)
  const everyNth = (nth: number, rest: number) => (products.length + offset) % nth === rest
  for (const category of shop.categories) {
    const categoryId = rows.add('categories', shop.id, category.name)
    const supplierId = random.pick(suppliers)
    for (const [name, price] of category.products) {
      const recent = random.chance(0.12)
      const neverOrdered = everyNth(17, 7)
      const launched = recent ? today - random.between(20, 300) : start - random.between(1, 900)
      const id = rows.add(
        'products',
        shop.id,
        categoryId,
        everyNth(19, 3) ? null : random.chance(0.8) ? supplierId : random.pick(suppliers),
        name,
        `${shop.name.slice(0, 2).toUpperCase()}-${1000 + products.length}`,
        price,
        everyNth(9, 0) ? 0 : random.between(1, 160),
        everyNth(13, 5) ? 'discontinued' : 'active',
        isoDay(launched),
      )
      // Cheap things sell more often than expensive ones, and a few things sell far more often than the rest.
      const demand = neverOrdered ? 0 : (0.15 + random.next() ** 3) / Math.sqrt(price)
      products.push({ id, price, launched, demand, quality: 2.6 + random.next() * 2.2 })
    }
  }
  return products
}

/** One carrier that only this shop uses. */
export const addOwnCarrier = (rows: DemoRows, shop: Shop): number =>
  rows.add('carriers', shop.id, `${shop.name} Courier`)

export const PLATFORM_CARRIERS: readonly number[] = [1, 2, 3]
