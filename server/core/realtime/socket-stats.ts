/** What a node counts of its sockets, as plain numbers. */

/** Why a socket was refused, or closed for what it sent. */
export const REFUSALS = ['origin', 'address', 'openings', 'frames', 'proofs', 'bytes'] as const

export type RefusalReason = (typeof REFUSALS)[number]

export interface SocketStats {
  framesOut: number
  slowConsumers: number
  readonly refused: Record<RefusalReason, number>
}

export const noStats = (): SocketStats => ({
  framesOut: 0,
  slowConsumers: 0,
  refused: { origin: 0, address: 0, openings: 0, frames: 0, proofs: 0, bytes: 0 },
})
