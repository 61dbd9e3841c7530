import { type AddressForm, type ServerAddress, serverAddress } from '../../shared/connect/server-address.ts'

export const FORM: AddressForm = { schemes: ['mysql:', 'mariadb:'], defaultPort: 3306 }

/** @throws Problem `database_unreachable` */
export const addressOf = (text: string): ServerAddress => serverAddress(text, FORM)
