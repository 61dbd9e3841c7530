/** What the scripted model does wrong, and when. */
export const MODEL_FAULTS = ['die', '429', '500', 'hang', 'garbage', 'half'] as const
export type ModelFault = (typeof MODEL_FAULTS)[number]

/** A question as the load asks it: its words tell the scripted model whose it is and what to do. */
export interface Asked {
  readonly scope: string
  /** A statement that runs for about a second. */
  readonly slow?: boolean
  readonly draftFault?: ModelFault
  readonly composeFault?: ModelFault
  /** The fault comes every time, not only the first. */
  readonly always?: boolean
}

export const questionOf = ({ scope, slow = false, draftFault, composeFault, always = false }: Asked): string =>
  [
    'Who is there?',
    `#${scope}`,
    ...(slow ? ['@slow'] : []),
    ...(draftFault === undefined ? [] : [`@draft=${draftFault}`]),
    ...(composeFault === undefined ? [] : [`@compose=${composeFault}`]),
    ...(always ? ['@always'] : []),
  ].join(' ')

/** Reads the last question in a prompt back. @returns undefined where there is none */
export const askedIn = (prompt: string): Asked | undefined => {
  const text = prompt.slice(prompt.lastIndexOf('Who is there? #'))
  const scope = /^Who is there\? #(\S+)/.exec(text)?.[1]
  if (scope === undefined) return undefined
  const [line = ''] = text.split('\n', 1)
  const faultOf = (step: string): ModelFault | undefined =>
    MODEL_FAULTS.find((fault) => line.includes(`@${step}=${fault}`))
  const [draftFault, composeFault] = [faultOf('draft'), faultOf('compose')]
  return {
    scope,
    slow: line.includes('@slow'),
    always: line.includes('@always'),
    ...(draftFault === undefined ? {} : { draftFault }),
    ...(composeFault === undefined ? {} : { composeFault }),
  }
}
