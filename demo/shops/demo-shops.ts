import { BEAN_HARBOR } from './bean-harbor.ts'
import { PAPERMOON } from './papermoon.ts'
import type { Shop } from './shop.ts'
import { VELO_NORD } from './velo-nord.ts'

/** The tenants of the demo, by their ids. */
export const DEMO_SHOPS: readonly Shop[] = [VELO_NORD, BEAN_HARBOR, PAPERMOON]
