import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { invalidField, type Problem } from '../platform/problems/problem.ts'
import type { PagePosition } from '../platform/values/page.ts'

const Content = z.object({ at: z.iso.datetime(), id: z.string().min(1), for: z.string() })

/** Opaque cursors, signed and bound to one list of one organization and scope. */
export interface Cursors {
  /** Empty on the last page. */
  write(position: PagePosition | undefined, list: string): string
  /** @throws Problem `input_invalid` when it was tampered with or belongs to another list */
  read(cursor: string | undefined, list: string): PagePosition | undefined
}

/** @param older previous keys, with which existing cursors may be signed */
export const signedCursors = (key: Uint8Array, ...older: readonly Uint8Array[]): Cursors => {
  const sign = (body: string, by = key) => createHmac('sha256', by).update(body).digest('base64url')
  const isSigned = (body: string, signature: Buffer): boolean =>
    [key, ...older].some((by) => {
      const expected = Buffer.from(sign(body, by))
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    })
  return {
    write(position, list) {
      if (position === undefined) return ''
      const body = Buffer.from(JSON.stringify({ ...position, for: list })).toString('base64url')
      return `${body}.${sign(body)}`
    },
    read(cursor, list) {
      if (cursor === undefined || cursor === '') return undefined
      const [body = '', signature = '', ...rest] = cursor.split('.')
      if (rest.length > 0 || !isSigned(body, Buffer.from(signature))) throw invalid()
      const content = Content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      if (content.for !== list) throw invalid()
      return { at: content.at, id: content.id }
    },
  }
}

const invalid = (): Problem =>
  invalidField('cursor', 'must be the cursor that the previous page returned', 'INVALID_FORMAT')
