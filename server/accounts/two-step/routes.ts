/** Two-step login of one kind of people: their factors, confirming who they are, and a login with a passkey alone. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import { registerConfirm } from './confirm-routes.ts'
import { registerFactors } from './factor-routes.ts'
import { registerPasskeyLogin } from './login-steps.ts'
import type { Person } from './people.ts'
import type { TwoStepDeps } from './two-step-deps.ts'

/** Resolves with what the files of two-step login share; the last step of a login is served by the login of each app. */
export function registerTwoStep(
  app: FastifyInstance,
  room: Omit<TwoStepDeps, 'background'>,
  of: { kind: Person['kind']; calls: TwoStepCalls },
): TwoStepDeps {
  const deps = { ...room, background: createBackground(app) }
  registerPasskeyLogin(app, deps, of)
  registerFactors(app, deps, of.calls)
  registerConfirm(app, deps, of.calls)
  return deps
}
