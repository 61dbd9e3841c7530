import type { Catalog } from '../../src/ask/rules/catalog.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { ShopReader } from './shop-reader.ts'

/** What a test has of the shop fixture. */
export interface UsedShop {
  readonly bench: Bench
  /** A new one for each test. */
  readonly reader: ShopReader
  /** What indexing has learnt of it, once. */
  readonly catalog: Catalog
}

/** The shop fixture for the tests of a file. @returns it, as it is while a test runs */
export const useShop = (): UsedShop => {
  let bench: Bench
  let reader: ShopReader
  let catalog: Catalog
  beforeAll(async () => {
    bench = await openBench()
    catalog = await new ShopReader(bench).learn()
  })
  beforeEach(() => {
    reader = new ShopReader(bench)
  })
  afterEach(() => reader.reader.close())
  afterAll(() => bench.close())
  return {
    get bench() {
      return bench
    },
    get reader() {
      return reader
    },
    get catalog() {
      return catalog
    },
  }
}
