import { readFileSync, statSync } from 'node:fs'

/** The system's configuration of name resolution. */
export interface ResolverConfig {
  /** Names in the hosts file, which precedes name servers (hosts(5)); in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Search domains (resolv.conf(5)). */
  readonly search: readonly string[]
  /** Names with at least this many dots are tried without search domains first. */
  readonly ndots: number
}

/** Paths of the files. */
export interface ResolverPaths {
  readonly hosts: string
  readonly resolvConf: string
}

export const RESOLVER_PATHS: ResolverPaths = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' }

/** The limit of older systems. */
const SEARCH_MAX = 6

/**
 * Reads the files of name resolution, again after changes, because containers change them at runtime. Unreadable files count as
 * empty. Synchronous, because asynchronous reads need a libuv thread, and all may be occupied.
 */
export const resolverFiles = ({ hosts, resolvConf }: ResolverPaths): (() => ResolverConfig) => {
  const readHosts = cachedByVersion(hosts, hostsIn)
  const readSearch = cachedByVersion(resolvConf, searchIn)
  return () => ({ hosts: readHosts(), ...readSearch() })
}

/** The names to query for a host, in the order of the system. @param host in lower case */
export const namesToAsk = (
  host: string,
  { search, ndots }: Pick<ResolverConfig, 'search' | 'ndots'>,
): readonly string[] => {
  if (host.endsWith('.')) return [host]
  const searched = search.map((domain) => `${host}.${domain}`)
  return host.split('.').length > ndots ? [host, ...searched] : [...searched, host]
}

const cachedByVersion = <Value>(file: string, parse: (text: string) => Value): (() => Value) => {
  let cached: { readonly version: string; readonly value: Value } | undefined
  return () => {
    const version = versionOf(file)
    if (cached?.version !== version) cached = { version, value: parse(textOf(file)) }
    return cached.value
  }
}

const versionOf = (file: string): string => {
  try {
    const { ino, mtimeMs, size } = statSync(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return 'none'
  }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const wordsOfLines = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean),
  )

const hostsIn = (text: string): ReadonlySet<string> => new Set(wordsOfLines(text).flatMap(([, ...names]) => names))

const searchIn = (text: string): Pick<ResolverConfig, 'search' | 'ndots'> => {
  let search: readonly string[] = []
  let ndots = 1
  for (const [keyword, ...words] of wordsOfLines(text)) {
    // The last of several lines applies.
    if (keyword === 'search' || keyword === 'domain') search = words
    if (keyword !== 'options') continue
    for (const word of words) ndots = Number(/^ndots:(\d+)$/.exec(word)?.[1] ?? ndots)
  }
  const domains = search.map((domain) => domain.replace(/^\.+|\.+$/g, '')).filter(Boolean)
  return { search: domains.slice(0, SEARCH_MAX), ndots }
}
