/** A rate with a burst: an amount at once, then an amount each second. A class, because each socket has some of them. */
export class TokenBucket {
  readonly #capacity: number
  readonly #perSecond: number
  #left: number
  #atMs: number

  constructor(capacity: number, perSecond: number, nowMs: number) {
    this.#capacity = capacity
    this.#perSecond = perSecond
    this.#left = capacity
    this.#atMs = nowMs
  }

  /** False if not enough is left; nothing is taken then. */
  take(amount: number, nowMs: number): boolean {
    this.#refill(nowMs)
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }

  /** Takes this much, or what is left. */
  drain(amount: number, nowMs: number): void {
    this.#refill(nowMs)
    this.#left = Math.max(0, this.#left - amount)
  }

  isFull(nowMs: number): boolean {
    this.#refill(nowMs)
    return this.#left === this.#capacity
  }

  /** A clock that was set back changes nothing. */
  #refill(nowMs: number): void {
    const gained = (Math.max(0, nowMs - this.#atMs) / 1000) * this.#perSecond
    this.#left = Math.min(this.#capacity, this.#left + gained)
    this.#atMs = nowMs
  }
}
