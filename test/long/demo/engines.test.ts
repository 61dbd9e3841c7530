import { DEMO } from '../../../demo/organization.ts'
import { engineQuestions, ONE_OF_TWELVE } from '../../demo/engine-questions.ts'

describe('Large demo tenants:', () => engineQuestions(DEMO.tenants.slice(0, -1)))
describe('Small demo tenant:', () => engineQuestions(DEMO.tenants.slice(-1), (index) => !ONE_OF_TWELVE(index)))
