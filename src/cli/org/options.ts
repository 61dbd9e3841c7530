import { Option } from 'commander'
import { PLANS } from '../../domain/access/organization.ts'

export const planOption = () => new Option('--plan <plan>', 'the plan of the organization').choices(PLANS)
