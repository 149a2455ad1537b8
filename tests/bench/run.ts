/** `npm run bench`: all benchmarks, or those named: `npm run bench -- start thread database sockets places companies typing properties`. */
import { benchCompanies } from './companies.ts'
import { benchDatabase } from './database.ts'
import { benchPlaces } from './places.ts'
import { benchProperties } from './properties.ts'
import { benchSockets } from './sockets-report.ts'
import { benchStart } from './start.ts'
import { benchThread } from './thread.ts'
import { benchTyping } from './typing.ts'

const ALL = {
  ...{ start: benchStart, thread: benchThread, database: benchDatabase, sockets: benchSockets },
  ...{ places: benchPlaces, companies: benchCompanies, typing: benchTyping },
  ...{ properties: benchProperties },
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in ALL))
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark ${unknown.join(', ')}. There are: ${Object.keys(ALL).join(', ')}.\n`,
  )
  process.exit(2)
}
for (const [name, bench] of Object.entries(ALL)) {
  if (named.length === 0 || named.includes(name)) await bench()
}
