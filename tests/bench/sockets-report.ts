/** The socket benchmark as a table. */
import { ms, publish, thousands, times } from './report.ts'
import { measureSockets, type Spread, socketLines } from './sockets.ts'

const SOCKETS = 5000
const KB = 1024

export async function benchSockets(): Promise<void> {
  const result = await measureSockets({ sockets: SOCKETS })
  process.stdout.write(`${socketLines(result).join('\n')}\n`)
  const row = (what: string, { p50, p99 }: Spread) => [what, ms(p50), ms(p99)]
  const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`
  const { memoryPerSocket: memory, unicast, broadcast, bare } = result
  publish({
    id: 'sockets',
    title: `${thousands(SOCKETS)} sockets`,
    command: 'npm run bench -- sockets',
    note: `Each socket takes ${kb(memory.rss)} of resident memory (${kb(memory.heap)} of it on the heap), measured in a realtime node without a database. The times are those of the whole server on the embedded database, with server, sockets and sender as three processes on one machine: ${unicast.samples} messages one after the other, and ${broadcast.rounds} events to all sockets through the signed HTTP API. A negative time means that the frame arrived before the sender had read the 201. The reference is plain \`ws\` in the same run. It takes ${kb(bare.memoryPerSocket.rss)} per socket. The server takes ${times(memory.rss / bare.memoryPerSocket.rss)} of that memory, and ${times(broadcast.all.p50 / bare.all.p50)} of the time of \`ws\` to reach all sockets, including the signed HTTP call.`,
    head: ['Path', 'p50', 'p99'],
    rows: [
      row('A message: POST sent → frame received', unicast.fromPostSent),
      row('A message: POST accepted → frame received', unicast.fromAccepted),
      row('An event to all: call → half of the sockets', broadcast.half),
      row('An event to all: call → all sockets', broadcast.all),
      row('Reference, bare ws: call → all sockets', bare.all),
    ],
  })
}
