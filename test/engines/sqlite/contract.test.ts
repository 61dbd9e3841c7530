import { engineContract } from '../contract.ts'
import { SQLITE } from './adapter.ts'

engineContract(SQLITE)
