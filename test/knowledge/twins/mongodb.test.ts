import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { stopMongodbServer } from '../../support/mongodb-server.ts'
import { MONGODB_TWINS } from './mongodb-twins.ts'
import { twins } from './twins.ts'

twins({ ...MONGODB, ...MONGODB_TWINS }, { cases: 1 })
afterAll(stopMongodbServer)
