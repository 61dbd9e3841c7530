import type { Response } from 'express'
import { z } from 'zod'
import type { ItemPage } from '../platform/values/page.ts'

/** A successful response of an endpoint: its declaration in the contract, and its body. */
export interface Reply<Value = never> {
  readonly status: 200 | 201 | 202 | 302 | 304
  readonly description: string
  /** Undefined if there is no body. */
  readonly contentType: string | undefined
  /** Schema of the whole body. */
  readonly schema: z.ZodType
  /** The body for a value. */
  body(value: Value): unknown
}

const JSON_TYPE = 'application/json'
const success = z.literal(true)

interface ReplyOptions {
  readonly status?: 200 | 201 | 202
  readonly description?: string
}

/** Data response: `{success: true, data}` (specification, Response envelopes). */
export const data = <Data extends z.ZodType>(
  schema: Data,
  { status = 200, description = 'OK.' }: ReplyOptions = {},
): Reply<z.input<Data>> => ({
  status,
  description,
  contentType: JSON_TYPE,
  schema: z.object({ success, data: schema }),
  body: (value) => ({ success: true, data: value }),
})

/** Data response with a message: `{success: true, data, message}`. */
export const dataAndMessage = <Data extends z.ZodType>(
  schema: Data,
  message: string,
  { status = 200, description = 'OK.' }: ReplyOptions = {},
): Reply<z.input<Data>> => ({
  status,
  description,
  contentType: JSON_TYPE,
  schema: z.object({ success, data: schema, message: z.string() }),
  body: (value) => ({ success: true, data: value, message }),
})

/** Status response: `{success: true, message}` (specification, Response envelopes). */
export const status = (description = 'OK.', code: 200 | 202 = 200): Reply<string> => ({
  status: code,
  description,
  contentType: JSON_TYPE,
  schema: z.object({ success, message: z.string() }),
  body: (message) => ({ success: true, message }),
})

/** Status response with optional data. */
export const statusOrData = <Data extends z.ZodType>(
  schema: Data,
  description: string,
): Reply<{ readonly message: string; readonly data?: z.input<Data> | undefined }> => ({
  status: 200,
  description,
  contentType: JSON_TYPE,
  schema: z.object({ success, message: z.string(), data: schema.optional() }),
  body: ({ message, data: value }) => ({ success: true, message, ...(value === undefined ? {} : { data: value }) }),
})

/** A redirect without a body; `sendRedirect` sends it. */
export const redirect = (description: string): Reply => ({
  status: 302,
  description,
  contentType: undefined,
  schema: z.never(),
  body: (value) => value,
})

/** Sends a `redirect` without a body: `res.redirect` would repeat the URL in a page. */
export const sendRedirect = (res: Response, url: string): undefined => {
  res.status(302).location(url).end()
}

const pagination = z
  .object({
    current_page: z.int().min(1),
    page_size: z.int().min(1),
    total_items: z.int().min(0),
    total_pages: z.int().min(0),
    has_next: z.boolean(),
    has_previous: z.boolean(),
  })
  .meta({ id: 'Pagination' })

/** Paginated response, page-number style: `{success: true, data: […], pagination}` (specification, Response envelopes). */
export const pages = <Item extends z.ZodType>(item: Item): Reply<ItemPage<z.input<Item>>> => ({
  status: 200,
  description: 'One page of the list.',
  contentType: JSON_TYPE,
  schema: z.object({ success, data: z.array(item), pagination }),
  body: ({ items, page, pageSize, total }) => ({
    success: true,
    data: items,
    pagination: {
      current_page: page,
      page_size: pageSize,
      total_items: total,
      total_pages: Math.ceil(total / pageSize),
      has_next: page * pageSize < total,
      has_previous: page > 1,
    },
  }),
})

/** A list with a cursor: `{<name>: […], cursor, hasMore}` (specification, Response envelopes). */
export const cursorList = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), cursor: z.string(), hasMore: z.boolean() })

/** 304 without a body: the client's copy is current. */
export const notModified = (description: string): Reply => ({
  status: 304,
  description,
  contentType: undefined,
  schema: z.never(),
  body: (value) => value,
})

/** A body that the handler sends itself. */
export const written = (contentType: string, schema: z.ZodType, description: string): Reply => ({
  status: 200,
  description,
  contentType,
  schema,
  body: (value) => value,
})
