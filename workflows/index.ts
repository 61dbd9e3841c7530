export { answerQuestion } from './answer-question.ts'
export { evaluateQuestions } from './evaluate-questions.ts'
export { indexDatabase } from './index-database.ts'
export { removeOrganization } from './remove-organization.ts'
