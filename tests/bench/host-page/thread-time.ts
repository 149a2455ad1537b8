/** How long a page's main thread was at work, by the browser's own count: no trace is written meanwhile, which is work of the same thread. */
import type { CDPSession } from 'playwright'

/** From now on; what other programs take of the processor does not count. */
export async function countThreadTime(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    const tasks = metrics.find(({ name }) => name === 'TaskDuration')
    if (!tasks) throw new Error('the browser does not count its tasks')
    return tasks.value * 1000
  }
}
