import { MONGODB } from '../engines/mongodb/adapter.ts'
import { keepMongodbServer, stopMongodbServer } from '../support/mongodb-server.ts'
import { attackSuite, leakSuite } from './attack-suite.ts'

keepMongodbServer()
attackSuite(MONGODB)
// The small store knows no `$unionWith`.
leakSuite(MONGODB, undefined, ['plain', 'subselect', 'shadow', 'name', 'join', 'oracle'])
afterAll(stopMongodbServer)
