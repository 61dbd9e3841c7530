import { DEMO } from '../../demo/organization.ts'
import { plannerQuestions } from './planner-questions.ts'

// `test/long/demo/questions.test.ts` asks for the other shops.
plannerQuestions(DEMO.tenants.slice(0, 1))
