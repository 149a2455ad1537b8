/** Live updates whose code is fetched with the first follower; every page has them, and no page waits for them. */
import type { Clock } from '#shared/lib/clock.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import type { Live } from './live.ts'

/** Code that does not load is fetched again, with growing waits. */
export function createLazyLive(load: () => Promise<Live>, clock: Clock): Live {
  return {
    follow(topic) {
      let isOver = false
      let stop = () => {}
      const start = (failures: number) => {
        load().then(
          (live) => {
            if (!isOver) stop = live.follow(topic)
          },
          () => {
            if (!isOver) stop = clock.after(redialDelayMs(failures), () => start(failures + 1))
          },
        )
      }
      start(0)
      return () => {
        isOver = true
        stop()
      }
    },
  }
}
