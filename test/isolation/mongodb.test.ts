import { MONGODB } from '../engines/mongodb/adapter.ts'
import { stopMongodbServer } from '../support/mongodb-server.ts'
import { attackSuite, leakSuite } from './attack-suite.ts'

attackSuite(MONGODB)
// The small store knows no `$unionWith`.
leakSuite(MONGODB, undefined, ['plain', 'subselect', 'shadow', 'name', 'join', 'oracle'])
afterAll(stopMongodbServer)
