import type { Route } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { createCompletion } from './chat-completions.ts'
import { listModels, readModel } from './models.ts'
import { createResponse, readResponse } from './responses.ts'

/** The endpoints for clients of the OpenAI API, below `/openai/v1`. */
export const openaiRoutes = (app: RouteParts, shutdown: AbortSignal): readonly Route[] => [
  listModels(app),
  readModel(app),
  createCompletion(app, shutdown),
  createResponse(app, shutdown),
  readResponse(app),
]
