import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { definedFields } from '../form/defined-fields.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import type { EngineForm } from './engines.ts'
import { databasesTexts } from './texts.ts'

const { form } = databasesTexts

/** The fields of an address, named as in the contract. */
export const ADDRESS_FIELDS = [
  'url',
  'connection.host',
  'connection.port',
  'connection.database',
  'connection.user',
  'connection.password',
  'connection.sslmode',
  'connection.ca',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
type AddressValues = Readonly<Record<AddressField, string>>

export const ADDRESS_LABELS: Readonly<Record<AddressField, string>> = {
  url: form.file,
  'connection.host': form.host,
  'connection.port': form.port,
  'connection.database': form.database,
  'connection.user': form.user,
  'connection.password': form.password,
  'connection.sslmode': form.encryption,
  'connection.ca': form.authority,
}

/** Validation errors of an address before a request. */
export const checkAddress = ({ isFile }: EngineForm, values: AddressValues): FieldErrors<AddressField> => {
  if (isFile) return values.url.trim() === '' ? { url: form.missing } : {}
  const port = values['connection.port'].trim()
  return {
    ...(values['connection.host'].trim() === '' ? { 'connection.host': form.missing } : {}),
    ...(values['connection.database'].trim() === '' ? { 'connection.database': form.missing } : {}),
    ...(port === '' || /^[1-9]\d{0,4}$/.test(port) ? {} : { 'connection.port': form.portInvalid }),
  }
}

/** An address as in the contract. */
export const addressOf = ({ name: engine, isFile }: EngineForm, values: AddressValues) => {
  const file = values.url.trim()
  if (isFile) return { url: file.startsWith(`${engine}:`) ? file : `${engine}:${file}` }
  const said = (name: AddressField) => values[name].trim() || undefined
  const port = said('connection.port')
  return {
    connection: {
      engine,
      host: values['connection.host'].trim(),
      database: values['connection.database'].trim(),
      ...definedFields({
        port: port === undefined ? undefined : Number(port),
        user: said('connection.user'),
        password: values['connection.password'] || undefined,
        sslmode: said('connection.sslmode'),
        ca: said('connection.ca'),
      }),
    },
  }
}

/** The fields to mark if the service could not connect, because it reports the address as a whole. */
export const addressErrors = ({ details, problem }: TabletalkError): FieldErrors<AddressField> | undefined => {
  const [first] = details
  if (problem !== 'connection_rejected' || first === undefined) return undefined
  if (first.field === 'url') return { url: first.message }
  if (first.code === 'AUTH_FAILED') return { 'connection.user': first.message, 'connection.password': first.message }
  const hint = first.code === 'CONNECTION_TIMEOUT' ? ` ${form.firewall}` : ''
  return { 'connection.host': first.message + hint }
}
