import type { Catalog } from '../../src/ask/rules/catalog.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { ShopReader } from './shop-reader.ts'

/** The shop fixture as a test uses it. */
export interface UsedShop {
  readonly bench: Bench
  /** A new reader for each test. */
  readonly reader: ShopReader
  /** The catalog, indexed once. */
  readonly catalog: Catalog
}

/** Sets up the shop fixture for the tests of a file. @returns the fixture of the running test */
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
