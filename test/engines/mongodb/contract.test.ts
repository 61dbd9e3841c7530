import { stopMongodbServer } from '../../support/mongodb-server.ts'
import { engineContract } from '../contract.ts'
import { MONGODB } from './adapter.ts'

engineContract(MONGODB)
afterAll(stopMongodbServer)
