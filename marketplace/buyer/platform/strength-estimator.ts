/** Asks the worker how strong a password is. The worker, with its dictionaries, is fetched with the first question. */
import type { Strength } from './password-strength.ts'
import type { Estimated, ToEstimate } from './password-strength-worker.ts'

export interface StrengthEstimator {
  /** `show` hears the answer to the last question only; never, where the worker cannot be fetched. */
  ask(password: string, own: readonly string[], show: (strength: Strength) => void): void
  dispose(): void
}

export function createStrengthEstimator(): StrengthEstimator {
  let worker: Worker | null = null
  let last = 0
  let hear: (strength: Strength) => void = () => {}

  function start(): Worker {
    const started = new Worker(new URL('./password-strength-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<Estimated>) => {
      if (data.id === last) hear(data.strength)
    })
    return started
  }

  return {
    ask(password, own, show) {
      worker ??= start()
      hear = show
      last++
      worker.postMessage({ id: last, password, own } satisfies ToEstimate)
    },
    dispose() {
      worker?.terminate()
      worker = null
    },
  }
}
