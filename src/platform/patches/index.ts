import { MONGODB_PATCH } from './mongodb.ts'
import { MYSQL2_PATCH } from './mysql2.ts'
import type { Patch } from './patch.ts'
import { PGSQL_DEPARSER_PATCH } from './pgsql-deparser.ts'
import { TEMPORAL_WORKER_PATCH } from './temporal-worker.ts'

/** All patches of library internals. Importing this file loads none of the libraries. */
export const PATCHES: readonly Patch[] = [MONGODB_PATCH, TEMPORAL_WORKER_PATCH, PGSQL_DEPARSER_PATCH, MYSQL2_PATCH]
