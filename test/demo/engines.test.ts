import { DEMO } from '../../demo/organization.ts'
import { engineQuestions, ONE_OF_TWELVE } from './engine-questions.ts'

// The last of the shops has the fewest orders.
engineQuestions(DEMO.tenants.slice(-1), ONE_OF_TWELVE)
