/** Estimates passwords beside the page: the dictionaries take a while to unpack, and no key should wait for that. */
import type { Strength } from './password-strength.ts'
import { strengthOf } from './password-strength.ts'

export interface ToEstimate {
  readonly id: number
  readonly password: string
  readonly own: readonly string[]
}

export interface Estimated {
  readonly id: number
  readonly strength: Strength
}

addEventListener('message', ({ data }: MessageEvent<ToEstimate>) => {
  const estimated: Estimated = { id: data.id, strength: strengthOf(data.password, data.own) }
  postMessage(estimated)
})
