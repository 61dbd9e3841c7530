/** How a model is to write SQL, whatever the dialect. */
export const SQL_PROMPT_RULES = [
  '- One statement that only reads. Use only tables and columns of the schema, spelled as there. Name the columns you need, never SELECT *.',
  '- Give every computed column a plain lower-case alias. Add an order, and a limit where the question asks for a top or an example.',
].join('\n')
