import { wrongIn } from './judge.ts'
import { type Lane, openLane, type Ran, TROUBLES, type Trouble } from './matrix.ts'
import type { VerbUse } from './verb-use.ts'
import { VERBS } from './verbs.ts'

/** One use of a store function with a fault at one of its commands. */
export interface Case {
  readonly verb: string
  readonly command: string
  readonly at: number
  readonly trouble: Trouble
}

export interface Judged extends Case {
  readonly uses: number
  /** Undefined: state and result are as without the fault. */
  readonly wrong: string | undefined
}

/** The results of all functions. */
export interface Findings {
  readonly judged: readonly Judged[]
  /** Commands without a time limit. */
  readonly unbounded: readonly string[]
}

/**
 * Uses every function without a fault, and then once for each chosen case.
 *
 * @param chosen chooses the cases of a function
 * @param width number of functions at a time
 */
export const goThrough = async (
  chosen: (cases: readonly Case[]) => readonly Case[],
  width: number,
): Promise<Findings> => {
  const verbs = Object.entries(VERBS)
  const judged: Judged[] = []
  const unbounded = new Set<string>()
  const follow = async (lane: Lane): Promise<void> => {
    for (let next = verbs.shift(); next !== undefined; next = verbs.shift()) {
      const [verb, use] = next
      const undisturbed = await lane.run(use)
      for (const { name, isBounded } of undisturbed.commands) if (!isBounded) unbounded.add(`${verb}: ${name}`)
      for (const one of chosen(casesOf(verb, undisturbed)))
        judged.push({ ...one, ...(await tried(lane, use, undisturbed, one)) })
    }
    await lane.close()
  }
  const lanes = await Promise.all(Array.from({ length: width }, openLane))
  await Promise.all(lanes.map(follow))
  return { judged, unbounded: [...unbounded] }
}

const casesOf = (verb: string, { commands }: Pick<Ran, 'commands'>): readonly Case[] =>
  commands.flatMap(({ name: command, isWrite }, at) =>
    TROUBLES.filter(({ writesOnly }) => isWrite || !writesOnly).map((trouble) => ({ verb, command, at, trouble })),
  )

const tried = async (
  lane: Lane,
  use: VerbUse,
  undisturbed: Ran,
  { at, trouble }: Case,
): Promise<Pick<Judged, 'uses' | 'wrong'>> => {
  try {
    const ran = await lane.run(use, { at, trouble })
    return { uses: ran.uses, wrong: wrongIn(use, undisturbed, ran) }
  } catch (error) {
    return { uses: 0, wrong: `fails: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}` }
  }
}

export const lineOf = ({ verb, command, trouble, wrong }: Judged): string =>
  `${verb}, ${trouble.name} at ${command}: ${wrong ?? 'as without'}`
