/**
 * Loads what processes under test load, and ends: what Node has compiled is kept by a process that ends by itself, and
 * those that are killed find it there.
 */
import '../../src/app.ts'
import '../../src/engines/mysql/connect/stop-connection.ts'
import '../../src/engines/sql/parse/parse-worker.ts'
import '../../src/platform/process/serve-api.ts'
import '../../workers/run-worker.ts'
