import { DEMO } from '../../../demo/organization.ts'
import { engineQuestions, ONE_OF_TWELVE } from '../../demo/engine-questions.ts'

describe('asked of the large shops:', () => engineQuestions(DEMO.tenants.slice(0, -1)))
describe('asked of the small one:', () => engineQuestions(DEMO.tenants.slice(-1), (index) => !ONE_OF_TWELVE(index)))
