import type { Glossary } from '../src/ask/rules/glossary.ts'
import { COLUMN_WORDS } from './glossary/columns.ts'
import { PHRASES } from './glossary/phrases.ts'
import { TABLE_WORDS } from './glossary/tables.ts'

/** The words that shop people use for the demo's tables, columns and values. All money is in EUR. */
export const DEMO_GLOSSARY: Glossary = { tables: TABLE_WORDS, columns: COLUMN_WORDS, phrases: PHRASES }
