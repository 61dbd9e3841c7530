import { z } from 'zod'
import { type ApiKey, isExpired } from '../../access/rules/api-key.ts'
import type { RouteParts } from '../route-parts.ts'
import { type Html, html } from '../shared-answer/html.ts'

const text = z.string().max(255)

const FrameQuery = z.object({
  key: text,
  database: text.optional(),
  tenant: text.optional(),
  scope: text.optional(),
  locale: text.optional(),
})
type FrameQuery = z.infer<typeof FrameQuery>

/** The parameters of the page for frames; undefined if the key is missing, or one is repeated or too long. */
export const frameQuery = (query: unknown): FrameQuery | undefined => FrameQuery.safeParse(query).data

/** The database key of a text; undefined if it is unknown, revoked, expired or a server key. */
export const usableKey = async (
  { apiKeys }: Pick<RouteParts['store'], 'apiKeys'>,
  keyText: string,
): Promise<ApiKey | undefined> => {
  const key = await apiKeys.findByText(keyText)
  return key?.kind === 'database' && !isExpired(key, new Date()) ? key : undefined
}

/** A source of a Content Security Policy. Names with `;` or `,` are origins too, and would end the directive. */
const SOURCE = /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/

/** The pages that may frame the chat of a key: those of its origins, otherwise all. */
export const frameAncestors = ({ origins }: Pick<ApiKey, 'origins'>): string => {
  if (origins === undefined) return '*'
  return origins.filter((origin) => SOURCE.test(origin)).join(' ') || "'none'"
}

/**
 * The page for frames: the element alone, with a relative URL of the script, so that it also works below a path prefix. It is not the
 * name with a digest, which another process may not serve during an upgrade.
 */
export const framePage = ({ key, database, tenant, scope, locale }: FrameQuery, pageLocale: string): string =>
  html`<!doctype html>
<html lang="${pageLocale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Chat</title>
<script src="../widget.js" defer></script>
</head>
<body>
<db-chat full api-key="${key}"${attribute('database-id', database)}${attribute('tenant-id', tenant)}${attribute('scope-id', scope)}${attribute('locale', locale)}></db-chat>
</body>
</html>
`.text

const attribute = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html` ${name}="${value}"`
