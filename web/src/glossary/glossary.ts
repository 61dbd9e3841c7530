import type { components } from '../../../clients/typescript/src/index.ts'

type Draft = components['schemas']['GlossaryDraft']
export type Glossary = Draft['glossary']
export type DraftedProposal = Draft['proposals'][number]
export type Entry = DraftedProposal['entry']
export type TaughtProposal = components['schemas']['GlossaryProposal']
