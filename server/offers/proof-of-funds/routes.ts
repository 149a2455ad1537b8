/** The routes of proofs of funds and corporate documents. They share what one person may upload and fetch. */
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DOCUMENTS_PER_MINUTE, FILES_PER_HOUR } from '#shared/contract/limits.ts'
import { registerCorporateDocuments } from './corporate-routes.ts'
import type { ProofOfFundsDeps } from './proof-of-funds-deps.ts'
import { registerProofs } from './proof-routes.ts'

const HOUR_MS = 3_600_000

export function registerProofOfFunds(app: FastifyInstance, room: RoomDeps): void {
  const deps: ProofOfFundsDeps = {
    ...room,
    uploads: app.createThrottle('proof-uploads', FILES_PER_HOUR, HOUR_MS),
    downloads: app.createThrottle('proof-downloads', DOCUMENTS_PER_MINUTE, MINUTE_MS),
  }
  registerProofs(app, deps)
  registerCorporateDocuments(app, deps)
}
