import { Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import type { LoadValue, NewColumn } from '../../loader.ts'

/** How a value is stored, by the type of its column: a portable one, or the first one that a description names. */
export const storedValue = (value: LoadValue, type: NewColumn['type']): unknown => {
  if (value === null) return null
  const [named = ''] = (typeof type === 'string' ? type : type.declared).split(' | ')
  const write = WRITERS.get(named)
  return write === undefined ? value : write(value)
}

const INT_MAX = 2 ** 31 - 1

const whole = (value: LoadValue): unknown => {
  const number = BigInt(typeof value === 'boolean' ? Number(value) : (value ?? 0))
  return number <= BigInt(INT_MAX) && number >= -BigInt(INT_MAX) ? new Int32(Number(number)) : Long.fromBigInt(number)
}

/** Days and moments are in UTC. */
const moment = (value: LoadValue): Date => {
  const [day = '', time = '00:00:00'] = String(value).split(' ')
  return new Date(`${day}T${time}Z`)
}

const double = (value: LoadValue): Double => new Double(Number(value))
const text = (value: LoadValue): string => String(value)
const decimal = (value: LoadValue): Decimal128 => Decimal128.fromString(String(value))
const truth = (value: LoadValue): boolean => value === true || value === 1
const objectId = (value: LoadValue): unknown => (ObjectId.isValid(String(value)) ? new ObjectId(String(value)) : value)
const uuid = (value: LoadValue): unknown => (UUID.isValid(String(value)) ? new UUID(String(value)) : value)

const WRITERS: ReadonlyMap<string, (value: LoadValue) => unknown> = new Map<string, (value: LoadValue) => unknown>([
  ...(['integer', 'int', 'long'] as const).map((name) => [name, whole] as const),
  ...(['real', 'double'] as const).map((name) => [name, double] as const),
  ...(['date', 'datetime'] as const).map((name) => [name, moment] as const),
  ...(['boolean', 'bool'] as const).map((name) => [name, truth] as const),
  ...(['text', 'string'] as const).map((name) => [name, text] as const),
  ...([['decimal', decimal] as const, ['objectId', objectId] as const, ['binData', uuid] as const] as const),
])
