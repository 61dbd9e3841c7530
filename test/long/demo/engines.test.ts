import { DEMO } from '../../../demo/organization.ts'
import { engineQuestions } from '../../demo/engine-questions.ts'

engineQuestions(DEMO.tenants.slice(0, -1))
