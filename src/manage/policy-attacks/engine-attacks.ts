import type { AttackTemplates } from './attack-templates.ts'
import { MONGODB_ATTACKS } from './templates/mongodb-attacks.ts'
import { MYSQL_ATTACKS } from './templates/mysql-attacks.ts'
import { POSTGRES_ATTACKS } from './templates/postgres-attacks.ts'
import { SQLITE_ATTACKS } from './templates/sqlite-attacks.ts'

const ATTACKS: Readonly<Record<string, AttackTemplates>> = {
  mongodb: MONGODB_ATTACKS,
  mysql: MYSQL_ATTACKS,
  postgres: POSTGRES_ATTACKS,
  sqlite: SQLITE_ATTACKS,
}

/** Attacks specific to one kind of engine. @param engine its name @returns undefined if there are none */
export const engineAttacks = (engine: string): AttackTemplates | undefined => ATTACKS[engine]
