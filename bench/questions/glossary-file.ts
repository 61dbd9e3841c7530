import { readFileSync } from 'node:fs'
import { EMPTY_GLOSSARY, type Glossary } from '../../src/ask/rules/glossary.ts'
import { readGlossary } from '../../src/manage/written-files/glossary-file.ts'

/** The glossary in a JSON file; empty if no file is given. @throws FileInvalid */
export const glossaryFile = (file: string | undefined): Glossary =>
  file === undefined ? EMPTY_GLOSSARY : readGlossary(JSON.parse(readFileSync(file, 'utf8')))
