/** Whether a port can be listened on, and which one near it could. */
import { createServer } from 'node:net'

const TRIED = 200

export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** The next free port above `port`; 0, which lets the system choose, when there is none near. */
export async function freePortAfter(port: number, host: string): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + TRIED, 65_535); next += 1)
    if (await isFree(next, host)) return next
  return 0
}
