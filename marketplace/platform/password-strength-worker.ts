/** Estimates passwords beside the page: the dictionaries take a while to unpack, and no key should wait for that. */
import { strengthOf } from './password-strength.ts'
import type { Estimated, ToEstimate } from './strength-estimator.ts'

addEventListener('message', ({ data }: MessageEvent<ToEstimate>) => {
  const estimated: Estimated = { id: data.id, strength: strengthOf(data.password, data.own) }
  postMessage(estimated)
})
