import { type Refusal, UNKNOWN_NAME } from '../../../guard/guarded-query.ts'
import { restoreDraftedNames } from '../../sql/names.ts'

/**
 * Errors about names and syntax of the query, in our words; `%` stands for the name that the server reports. All other
 * errors may quote values. The numbers are from MySQL's and MariaDB's error references.
 */
const NAME_ERRORS: Readonly<Record<number, string>> = {
  1052: 'a column is ambiguous: % (write the alias of its table before it)',
  1054: 'there is no such column here: %',
  1055: 'a column is neither grouped nor aggregated: %',
  1056: 'rows cannot be grouped by %',
  1060: 'two columns of a sub-select have the same name: %',
  1064: 'the syntax is wrong near %',
  1066: 'two tables have the same name or alias: %',
  1109: 'there is no such table here: %',
  1111: 'an aggregate function is used where none is allowed',
  1128: 'there is no such function: %',
  1140: 'aggregates and plain columns are mixed without GROUP BY',
  1146: 'there is no such table',
  1149: 'the syntax is wrong',
  1210: 'a function has arguments of the wrong kind',
  1221: 'ORDER BY, LIMIT or another clause is used where it is not allowed',
  1222: 'the parts of a UNION have different numbers of columns',
  1235: 'this version of the server cannot do that: % (often a LIMIT within IN)',
  1241: 'a sub-select or row has the wrong number of columns',
  1247: 'a name is used before it is defined: %',
  1248: 'every sub-select after FROM needs an alias',
  1250: 'ORDER BY of a UNION names a table: %',
  1267: 'texts of different collations are compared',
  1305: 'there is no such function: %',
  1352: 'a column list and its sub-select differ in length',
  1370: 'there is no such function: %',
  1463: 'HAVING names a column that is not grouped: %',
  1582: 'a function has the wrong number of arguments: %',
  1583: 'a function has arguments of the wrong kind: %',
  1584: 'a function has arguments of the wrong kind: %',
  1630: 'there is no such function: %',
  3029: 'ORDER BY contains an aggregate that is not allowed in this query',
  3065: 'ORDER BY uses an expression that is not in the SELECT DISTINCT list: %',
  3573: 'the server does not support this form of a recursive WITH: %',
  3574: 'a recursive WITH needs a part without recursion: %',
  3575: 'a recursive WITH contains an aggregate, a window, a DISTINCT or a LIMIT: %',
  3577: 'a recursive WITH refers to itself more than once: %',
  3579: 'a window of this name is not defined: %',
  3593: 'a window function is used where none is allowed: %',
  3594: 'a window function is nested in another',
  4002: 'a WITH table and its column list differ in length: %',
  4004: 'a WITH table is named twice: %',
  4005: 'a recursive WITH needs a part without recursion: %',
  4006: 'the server does not support this form of a recursive WITH: %',
  4007: 'a recursive WITH refers to itself in a sub-select: %',
  4008: 'a recursive WITH contains a construct that the server does not allow: %',
  4015: 'a window function is used where none is allowed',
  4016: 'a window function is nested in another',
  4018: 'the server does not support this form of a window frame',
  4019: 'a window of this name is not defined: %',
}

/** A missing column or table. */
const UNKNOWN_NAME_ERRORS: ReadonlySet<number> = new Set([1054, 1109, 1146])

/** Memory, disk or recursion limits. */
const RESOURCE_ERRORS: ReadonlySet<number> = new Set([
  3, 5, 28, 1021, 1037, 1038, 1041, 1104, 1114, 1135, 1153, 1162, 1290, 1301, 1436, 3636, 4036, 4180, 4197,
])

export const TOO_LARGE: Refusal = {
  reason: 'too_large',
  hint: 'The query needs too much memory; ask for less at once.',
  repairable: true,
}

/** Whether the server's time limit ended a statement. */
export const isTimeout = (errno: number): boolean => errno === 1969 || errno === 3024

/** Whether only the statement failed, so that the connection is still usable. */
export const isStatementError = (errno: number): boolean => NAME_ERRORS[errno] !== undefined || VALUE_ERRORS.has(errno)

/** Errors about values: division by zero, ranges, casts, several rows of a scalar sub-select. */
const VALUE_ERRORS: ReadonlySet<number> = new Set([
  1242, 1264, 1292, 1365, 1366, 1411, 1525, 1690, 3141, 3143, 4037, 4038, 4042, 4174, 4176, 4177,
])

/**
 * The refusal for a statement that a server rejected: passes on only names that the statement itself contains.
 *
 * @param message of the server
 */
export const explainError = (errno: number, message: string, statement: string): Refusal => {
  const form = NAME_ERRORS[errno]
  if (form !== undefined) {
    const name = nameIn(message)
    const explanation = form.replace('%', () =>
      name !== undefined && containsName(statement, name) ? name : 'a name of the query',
    )
    const reason = UNKNOWN_NAME_ERRORS.has(errno) ? UNKNOWN_NAME : 'invalid_query'
    return { reason, hint: `The database rejected the query: ${restoreDraftedNames(explanation)}.`, repairable: true }
  }
  if (RESOURCE_ERRORS.has(errno)) return TOO_LARGE
  return { reason: 'execution_failed', hint: 'The database could not run the query.', repairable: false }
}

/**
 * The name in a message: the first quoted one, or that of a function; of a qualified name, the last two parts. Missing
 * execute rights name the user first.
 */
const nameIn = (message: string): string | undefined => {
  const routine = message.lastIndexOf(' for routine ')
  const [, called, quoted] =
    /^FUNCTION ([\p{L}\p{N}_$.]{1,127})|^[^'`]{0,200}['`]([\p{L}_$][\p{L}\p{N}_$.]{0,127})/u.exec(
      message.slice(routine + 1),
    ) ?? []
  const parts = (quoted ?? called)?.replace(/\.$/, '').split('.')
  return parts?.slice(called !== undefined || routine >= 0 ? -1 : -2).join('.')
}

const containsName = (statement: string, name: string): boolean => {
  const words = new Set(statement.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
  return name
    .toLowerCase()
    .split('.')
    .every((part) => words.has(part))
}
