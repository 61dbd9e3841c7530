/** A bidirectional grammar for one kind of thing: printer and parser are one definition. */
export interface Syntax<Thing> {
  /** Null if a thing cannot be phrased. */
  readonly say: (thing: Thing) => string | null
  /** All things that the text at an offset may denote, with the end offset of each. */
  readonly read: (text: string, at: number) => readonly Reading<Thing>[]
}

export type Reading<Thing> = readonly [thing: Thing, end: number]

export const isAt = (text: string, at: number, words: string): boolean =>
  text.slice(at, at + words.length).toLowerCase() === words.toLowerCase()

const INSIDE_WORD = /[\p{L}\p{N}]{2}/u

/** Whether an offset is inside a word. */
const isInsideWord = (text: string, at: number): boolean => INSIDE_WORD.test(text.slice(Math.max(0, at - 1), at + 1))

/** A closed list of things. Things with ambiguous words cannot be phrased. */
export const oneOf = <Thing>(entries: readonly (readonly [words: string, thing: Thing])[]): Syntax<Thing> => {
  const byWords = new Map<string, readonly [string, Thing][]>()
  for (const [words, thing] of entries) {
    const key = words.toLowerCase()
    byWords.set(key, [...(byWords.get(key) ?? []), [words, thing]])
  }
  const unique = [...byWords.values()].flatMap(([only, more]) =>
    only === undefined || more !== undefined ? [] : [only],
  )
  // A thing with several names is printed with the first.
  const words = new Map(unique.toReversed().map(([name, thing]): [string, string] => [JSON.stringify(thing), name]))
  return {
    say: (thing) => words.get(JSON.stringify(thing)) ?? null,
    read: (text, at) =>
      unique.flatMap(([name, thing]): readonly Reading<Thing>[] =>
        isAt(text, at, name) && !isInsideWord(text, at + name.length) ? [[thing, at + name.length]] : [],
      ),
  }
}

/** Text that matches a pattern, which has to be sticky. A null from `make` or `say` rejects it. */
export const matched = <Thing>(
  pattern: RegExp,
  make: (words: string) => Thing | null,
  say: (thing: Thing) => string | null,
): Syntax<Thing> => ({
  say,
  read: (text, at) => {
    pattern.lastIndex = at
    const [words] = pattern.exec(text) ?? []
    const thing = words === undefined ? null : make(words)
    return words === undefined || thing === null ? [] : [[thing, at + words.length]]
  },
})

/** One thing after another, which may depend on it. */
export const pair = <First, Second>(
  first: Syntax<First>,
  between: string,
  second: Syntax<Second> | ((first: First) => Syntax<Second>),
): Syntax<readonly [First, Second]> => {
  const behind = (thing: First): Syntax<Second> => (typeof second === 'function' ? second(thing) : second)
  return {
    say: ([one, other]) => {
      const words = first.say(one)
      const more = words === null ? null : behind(one).say(other)
      return words === null || more === null ? null : `${words}${between}${more}`
    },
    read: (text, at) =>
      first.read(text, at).flatMap(([one, end]): readonly Reading<readonly [First, Second]>[] =>
        isAt(text, end, between)
          ? behind(one)
              .read(text, end + between.length)
              .map(([other, last]) => [[one, other], last])
          : [],
      ),
  }
}

/** A thing between fixed words. */
export const framed = <Thing>(before: string, inner: Syntax<Thing>, after = ''): Syntax<Thing> => ({
  say: (thing) => {
    const words = inner.say(thing)
    return words === null ? null : `${before}${words}${after}`
  },
  read: (text, at) =>
    isAt(text, at, before)
      ? inner
          .read(text, at + before.length)
          .flatMap(([thing, end]): readonly Reading<Thing>[] =>
            isAt(text, end, after) ? [[thing, end + after.length]] : [],
          )
      : [],
})

/** The same words for another thing. `make` returns null for invalid words, `take` for things that are phrased otherwise. */
export const mapped =
  <Inner>(inner: Syntax<Inner>) =>
  <Thing>(make: (inner: Inner) => Thing | null, take: (thing: Thing) => Inner | null): Syntax<Thing> => ({
    say: (thing) => {
      const one = take(thing)
      return one === null ? null : inner.say(one)
    },
    read: (text, at) =>
      inner.read(text, at).flatMap(([one, end]): readonly Reading<Thing>[] => {
        const thing = make(one)
        return thing === null ? [] : [[thing, end]]
      }),
  })

/** Alternatives: the first one that can phrase a thing prints it; if several parse the same words, the first one wins. */
export const either = <Thing>(...ways: readonly Syntax<Thing>[]): Syntax<Thing> => ({
  say: (thing) => {
    for (const way of ways) {
      const words = way.say(thing)
      if (words !== null) return words
    }
    return null
  },
  read: (text, at) => {
    const ends = new Set<number>()
    return ways.flatMap((way) => {
      const found = way.read(text, at).filter(([, end]) => !ends.has(end))
      for (const [, end] of found) ends.add(end)
      return found
    })
  },
})

/** A list of at least `least` things: `a, b and c`. */
export const listed = <Thing>(
  item: Syntax<Thing>,
  { between = ', ', last = ' and ', least = 1 }: { between?: string; last?: string; least?: number } = {},
): Syntax<readonly Thing[]> => ({
  say: (things) => {
    const words = things.map(item.say)
    if (things.length < least || words.includes(null)) return null
    const end = words.at(-1) ?? ''
    return words.length === 1 ? end : `${words.slice(0, -1).join(between)}${last}${end}`
  },
  read: (text, start) => {
    const found: Reading<readonly Thing[]>[] = []
    let open: readonly Reading<readonly Thing[]>[] = item.read(text, start).map(([one, end]) => [[one], end])
    if (least < 2) found.push(...open)
    while (open.length > 0) {
      const more = (joint: string): readonly Reading<readonly Thing[]>[] =>
        open.flatMap(([things, end]): readonly Reading<readonly Thing[]>[] =>
          isAt(text, end, joint)
            ? item.read(text, end + joint.length).map(([one, next]) => [[...things, one], next])
            : [],
        )
      const complete = more(last)
      found.push(...complete.filter(([things]) => things.length >= least))
      open = between === last ? complete : more(between)
    }
    return found
  },
})

/** An optional thing. */
export const optional = <Thing>(inner: Syntax<Thing>): Syntax<Thing | null> => ({
  say: (thing) => (thing === null ? '' : inner.say(thing)),
  read: (text, at) => [[null, at], ...inner.read(text, at)],
})

/** A sequence in which the syntax of each item depends on the previous one. */
export const chained = <Thing>(item: (before: Thing | null) => Syntax<Thing>): Syntax<readonly Thing[]> => ({
  say: (things) => {
    const words = things.map((thing, at) => item(things[at - 1] ?? null).say(thing))
    return words.length === 0 || words.includes(null) ? null : words.join('')
  },
  read: (text, start) => {
    const found: Reading<readonly Thing[]>[] = []
    let open: readonly Reading<readonly Thing[]>[] = [[[], start]]
    while (open.length > 0) {
      open = open.flatMap(([things, end]): readonly Reading<readonly Thing[]>[] =>
        item(things.at(-1) ?? null)
          .read(text, end)
          .map(([thing, next]) => [[...things, thing], next]),
      )
      found.push(...open)
    }
    return found
  },
})

const MARK = '\u0001'

/** Marks words that distinguish a thing from its rivals: `partsOf` splits the text before them. */
export const marked = <Thing>(inner: Syntax<Thing>): Syntax<Thing> => ({
  say: (thing) => {
    const words = inner.say(thing)
    return words === null || words === '' ? words : `${MARK}${words}`
  },
  read: inner.read,
})

/** The text before the first mark, and each marked part. */
export const partsOf = (words: string): readonly string[] => words.split(MARK)
