import { replicaSetSuite } from './replica-set-suite.ts'

replicaSetSuite(false)
