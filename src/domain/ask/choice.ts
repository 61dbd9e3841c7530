/** One reading of a question, offered to its asker. A type and not an interface: it is stored as JSON. */
export type Choice = {
  /** The reading in plain words; what tells it from the other choices comes first. */
  readonly label: string
  /** Asked word for word, it is answered by exactly this reading. */
  readonly question: string
}

/** More than these nobody compares at a glance. */
export const CHOICES_MAX = 3

/** The choices as lines of a reply, numbered from 1: clients that know no choices show them all the same. */
export const choiceLine = ({ label }: Choice, index: number): string => `${index + 1}. ${label}`
