import { readFileSync, statSync } from 'node:fs'

/** What the files of the system say of names. */
export interface NameFiles {
  /** Names that are answered from a file, whatever name servers say (hosts(5)); in lower case. */
  readonly hosts: ReadonlySet<string>
  /** Domains that are put behind a name (resolv.conf(5)). */
  readonly search: readonly string[]
  /** From so many dots on a name is asked for as it stands first, and not last. */
  readonly ndots: number
}

/** Where they lie. */
export interface NameFilePaths {
  readonly hosts: string
  readonly resolvConf: string
}

export const NAME_FILES: NameFilePaths = { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' }

/** As many as older systems take. */
const SEARCH_MAX = 6

/**
 * Reads the files of the system that say how names are looked for, again only where they have changed: containers get them
 * changed while they run. What cannot be read says nothing. At once, because what is read later takes one of the threads that
 * may all be taken.
 */
export const nameFiles = ({ hosts, resolvConf }: NameFilePaths): (() => NameFiles) => {
  const readHosts = readAgain(hosts, hostsIn)
  const readSearch = readAgain(resolvConf, searchIn)
  return () => ({ hosts: readHosts(), ...readSearch() })
}

/** The names that are asked for where somebody says a name, in the order in which the system asks. @param host in lower case */
export const namesToAsk = (host: string, { search, ndots }: Pick<NameFiles, 'search' | 'ndots'>): readonly string[] => {
  if (host.endsWith('.')) return [host]
  const searched = search.map((domain) => `${host}.${domain}`)
  return host.split('.').length > ndots ? [host, ...searched] : [...searched, host]
}

const readAgain = <Value>(file: string, parse: (text: string) => Value): (() => Value) => {
  let known: { readonly version: string; readonly value: Value } | undefined
  return () => {
    const version = versionOf(file)
    if (known?.version !== version) known = { version, value: parse(textOf(file)) }
    return known.value
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

const searchIn = (text: string): Pick<NameFiles, 'search' | 'ndots'> => {
  let search: readonly string[] = []
  let ndots = 1
  for (const [keyword, ...words] of wordsOfLines(text)) {
    // Of several lines the last counts.
    if (keyword === 'search' || keyword === 'domain') search = words
    if (keyword !== 'options') continue
    for (const word of words) ndots = Number(/^ndots:(\d+)$/.exec(word)?.[1] ?? ndots)
  }
  const domains = search.map((domain) => domain.replace(/^\.+|\.+$/g, '')).filter(Boolean)
  return { search: domains.slice(0, SEARCH_MAX), ndots }
}
