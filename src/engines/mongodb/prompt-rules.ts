/** How a model is to write commands. */
export const PROMPT_RULES = [
  '- One JSON object {"collection": "…", "pipeline": [ … ]} that only reads, as the query itself or as its text. JSON only, never JavaScript: no db.…, no ISODate(), no ObjectId(), no comments.',
  '- Use only collections and fields of the schema, spelled as there: a field that does not exist would silently find nothing, and is refused.',
  '- $match first, with plain comparisons, so that an index can serve it; $lookup only for what another collection knows, with localField and foreignField along the references of the schema, and after the documents have become few.',
  '- $unwind an array before its elements are grouped or added up; $elemMatch where several conditions are about one element.',
  '- End with $project: "_id": 0 and the fields you need under plain lower-case names. Add $sort, and $limit where the question asks for a top or an example.',
].join('\n')
