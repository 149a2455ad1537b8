/** The database's metrics, read at each scrape. */
import { Gauge, type Registry } from 'prom-client'
import type { OpenDatabase } from './open-database.ts'

export function measureDatabase(registry: Registry, database: Pick<OpenDatabase, 'health' | 'clock'>): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('plat_database_up', '1 while the database answers.', () => Number(database.health().isUp))
  gauge(
    'plat_clock_offset_seconds',
    'How far this machine’s clock is ahead of the database’s.',
    () => database.clock.offsetMs() / 1000,
  )
  new Gauge({
    name: 'plat_database_connections_dropped',
    help: 'Connections dropped since the start because they, or a check, went silent; busy are those with a caller.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.health().droppedConnections))
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'plat_database_connections',
    help: 'Connections to PostgreSQL by pool and state; waiting are callers without one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, states] of Object.entries(database.health().pools))
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count)
    },
  })
}
