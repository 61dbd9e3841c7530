/** What makes one shop of the platform different from the others. */
export interface Shop {
  readonly id: number
  readonly name: string
  readonly website: string
  readonly openedOn: string
  readonly plan: string
  readonly customers: number
  readonly orders: number
  /** How many different products one order has at most. */
  readonly itemsMax: number
  /** How many pieces of one product an order has at most. */
  readonly quantityMax: number
  /** Relative demand from January to December. */
  readonly season: readonly number[]
  /** How much larger the last month is than the first. */
  readonly growth: number
  readonly channels: readonly (readonly [name: string, weight: number])[]
  readonly homes: readonly Home[]
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
  readonly suppliers: readonly (readonly [name: string, city: string, country: string, leadTimeDays: number])[]
  readonly categories: readonly Category[]
  readonly employees: readonly (readonly [name: string, role: string])[]
  readonly salesPeople: readonly string[]
  readonly prospects: readonly string[]
}

/** Where customers live. */
export interface Home {
  readonly country: string
  readonly weight: number
  readonly cities: readonly string[]
}

export interface Category {
  readonly name: string
  readonly products: readonly (readonly [name: string, price: number])[]
}
