import { DEMO } from '../../demo/organization.ts'
import { engineQuestions } from './engine-questions.ts'

// The last of the shops has the fewest orders; `test/long/demo/engines.test.ts` asks for the others.
engineQuestions(DEMO.tenants.slice(-1))
