import type { Route } from '../../../../http/route.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { getSso, getSsoCallback, postSsoToken } from '../../../sso/routes/auth/sso.ts'
import { getMe, postLogIn, postLogOut, postRefresh } from './log-in.ts'
import {
  acceptInvitation,
  confirmEmailVerification,
  confirmPasswordReset,
  postEmailVerification,
  postPasswordReset,
} from './mailed.ts'
import { confirmSecondFactor, deleteSecondFactor, postPassword, postSecondFactor } from './own-account.ts'

/** Endpoints for login and for a user's own account. */
export const authRoutes = (app: Pick<RouteParts, 'accounts' | 'config'>): Route[] => [
  postLogIn(app),
  postRefresh(app),
  postLogOut(app),
  getMe(),
  postPassword(app),
  postSecondFactor(app),
  confirmSecondFactor(app),
  deleteSecondFactor(app),
  postPasswordReset(app),
  confirmPasswordReset(app),
  postEmailVerification(app),
  confirmEmailVerification(app),
  acceptInvitation(app),
  getSso(app),
  getSsoCallback(app),
  postSsoToken(app),
]
