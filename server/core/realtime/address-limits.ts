/**
 * How many sockets one address may have and how fast it may open them. Sockets with a proven login count separately,
 * so that strangers behind an address cannot keep its customers out. Each node counts for itself.
 */
import {
  SOCKET_OPENINGS_BURST_SHARE,
  SOCKET_OPENINGS_PER_SECOND_SHARE,
  SOCKET_PENALTY_OPENINGS,
} from '#shared/contract/realtime-limits.ts'
import type { RealtimeLimits } from './settings.ts'
import { TokenBucket } from './token-bucket.ts'

interface Visitor {
  anonymous: number
  proven: number
  readonly openings: TokenBucket
}

export class AddressLimits {
  readonly #visitors = new Map<string, Visitor>()
  readonly #limits: RealtimeLimits

  constructor(limits: RealtimeLimits) {
    this.#limits = limits
  }

  /** Remembered addresses. */
  get size(): number {
    return this.#visitors.size
  }

  /** Counts one attempt to open a socket; false if they come too fast. */
  mayOpen(address: string, nowMs: number): boolean {
    return this.#visitor(address, nowMs).openings.take(1, nowMs)
  }

  /** Counts a socket without a proven login; false if the address has too many. */
  enter(address: string, nowMs: number): boolean {
    const visitor = this.#visitor(address, nowMs)
    if (visitor.anonymous >= this.#limits.anonymousPerAddress) return false
    visitor.anonymous += 1
    return true
  }

  /** From now on the socket counts among those with a login; false if the address has too many of these. */
  prove(address: string, nowMs: number): boolean {
    const visitor = this.#visitor(address, nowMs)
    visitor.anonymous -= 1
    visitor.proven += 1
    return visitor.proven <= this.#limits.provenPerAddress
  }

  /** One of its sockets was closed for what it sent: the next ones wait longer. */
  penalize(address: string, nowMs: number): void {
    this.#visitor(address, nowMs).openings.drain(SOCKET_PENALTY_OPENINGS, nowMs)
  }

  leave(address: string, isProven: boolean): void {
    const visitor = this.#visitors.get(address)
    if (!visitor) return
    if (isProven) visitor.proven -= 1
    else visitor.anonymous -= 1
  }

  /** Forgets addresses without sockets that have not tried for a while. */
  sweep(nowMs: number): void {
    for (const [address, { anonymous, proven, openings }] of this.#visitors)
      if (anonymous + proven === 0 && openings.isFull(nowMs)) this.#visitors.delete(address)
  }

  #visitor(address: string, nowMs: number): Visitor {
    const known = this.#visitors.get(address)
    if (known) return known
    // A whole office reconnects at once after a restart.
    const { anonymousPerAddress: most } = this.#limits
    const [burst, perSecond] = [SOCKET_OPENINGS_BURST_SHARE * most, SOCKET_OPENINGS_PER_SECOND_SHARE * most]
    const openings = new TokenBucket(burst, perSecond, nowMs)
    const visitor = { anonymous: 0, proven: 0, openings }
    this.#visitors.set(address, visitor)
    return visitor
  }
}
