import { SQLITE } from '../../engines/sqlite/adapter.ts'
import { SQL_TWINS } from './sql-twins.ts'
import { twins } from './twins.ts'

twins({ ...SQLITE, ...SQL_TWINS }, { cases: 1 })
