/**
 * `npm run bench`: all benchmarks, or those named: `npm run bench -- memory start thread database sockets places companies
 * inbox-search today typing matching properties deals map browse first-card score digests blast host-page badge nodes flood
 * outage peers tabs`. `npm run bench -- sales file.csv.gz` reads real sales through the deals' table and only prints.
 * `npm run bench -- soak [minutes]` takes ten minutes, so it runs only when it is named.
 */
import { benchBadge } from './badge.ts'
import { benchBlast } from './blast.ts'
import { benchBrowse } from './browse.ts'
import { benchCompanies } from './companies.ts'
import { benchDatabase } from './database.ts'
import { benchDealsEngine } from './deals-engine.ts'
import { benchDigests } from './digests.ts'
import { benchFirstCard } from './first-card.ts'
import { benchFlood } from './flood.ts'
import { benchHostPage } from './host-page.ts'
import { benchInboxSearch } from './inbox-search.ts'
import { benchMap } from './map.ts'
import { benchMatching } from './matching.ts'
import { benchMemory } from './memory.ts'
import { benchNodes } from './nodes.ts'
import { benchOutage } from './outage.ts'
import { benchPeers } from './peers.ts'
import { benchPlaces } from './places.ts'
import { benchProperties } from './properties.ts'
import { benchSales } from './sales.ts'
import { benchScore } from './score.ts'
import { benchSoak } from './soak.ts'
import { benchSockets } from './sockets-report.ts'
import { benchStart } from './start.ts'
import { benchTabs } from './tabs.ts'
import { benchThread } from './thread.ts'
import { benchToday } from './today.ts'
import { benchTyping } from './typing.ts'

const ALL = {
  start: benchStart,
  thread: benchThread,
  database: benchDatabase,
  sockets: benchSockets,
  places: benchPlaces,
  companies: benchCompanies,
  'inbox-search': benchInboxSearch,
  today: benchToday,
  typing: benchTyping,
  map: benchMap,
  properties: benchProperties,
  deals: benchDealsEngine,
  browse: benchBrowse,
  'first-card': benchFirstCard,
  score: benchScore,
  digests: benchDigests,
  blast: benchBlast,
  nodes: benchNodes,
  flood: benchFlood,
  outage: benchOutage,
  'host-page': benchHostPage,
  badge: benchBadge,
  matching: benchMatching,
  peers: benchPeers,
  memory: benchMemory,
  tabs: benchTabs,
}

const named = process.argv.slice(2)
if (named[0] === 'sales') {
  benchSales(named.slice(1))
  process.exit(0)
}
if (named[0] === 'soak') {
  await benchSoak(named.slice(1))
  process.exit(0)
}
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
