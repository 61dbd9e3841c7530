import { DEMO } from '../../../demo/organization.ts'
import { plannerQuestions } from '../../demo/planner-questions.ts'

plannerQuestions(DEMO.tenants.slice(1))
