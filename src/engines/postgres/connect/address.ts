import { Problem } from '../../../platform/problems/problem.ts'
import { type AddressForm, type ServerAddress, serverAddress } from '../../shared/connect/server-address.ts'

export const FORM: AddressForm = { schemes: ['postgres:', 'postgresql:'], defaultPort: 5432 }

/** Parses `postgres://user:password@host:port/database`. @throws Problem `database_unreachable` */
export const addressOf = (text: string): ServerAddress => {
  const address = serverAddress(text, FORM)
  if (address.user !== '' && !`${address.user}${address.password}`.includes('\0')) return address
  throw new Problem('database_unreachable', { message: 'The address must name a user.', transient: false })
}
