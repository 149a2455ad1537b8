/** Prometheus metrics of this node's sockets and its bus. Counted as plain numbers, read at each scrape. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Bus } from './bus.ts'
import type { GapCloser } from './close-all.ts'
import type { Hub } from './hub.ts'
import type { SocketStats } from './socket-stats.ts'
import { REFUSALS } from './socket-stats.ts'

export function measureSockets(registry: Registry, hub: Hub, stats: SocketStats): void {
  gauge(registry, 'plat_realtime_sockets', 'Open sockets', () => hub.connections.size)
  gauge(registry, 'plat_realtime_subscriptions', 'Channel subscriptions', () => hub.subscriptions)
  counter(registry, 'plat_realtime_frames_out_total', 'Frames sent', () => stats.framesOut)
  counter(
    registry,
    'plat_realtime_slow_consumers_total',
    'Sockets dropped because they read too slowly',
    () => stats.slowConsumers,
  )
  new Counter({
    name: 'plat_realtime_refused_total',
    help: 'Sockets refused, or closed for what they sent, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const reason of REFUSALS) this.inc({ reason }, stats.refused[reason])
    },
  })
}

/** Nothing for a single node. */
export function measureBus(registry: Registry, bus: Bus, gap: GapCloser): void {
  if (!bus.stats()) return
  const read = () => bus.stats() ?? { isConnected: false, losses: 0, failures: 0 }
  gauge(registry, 'plat_realtime_bus_up', '1 while Redis connects this node to the others', () =>
    read().isConnected ? 1 : 0,
  )
  counter(
    registry,
    'plat_realtime_bus_losses_total',
    'Connections to Redis that were lost or replaced',
    () => read().losses,
  )
  counter(
    registry,
    'plat_realtime_bus_failures_total',
    'Broadcasts that did not reach the other nodes',
    () => read().failures,
  )
  counter(
    registry,
    'plat_realtime_gaps_total',
    'Times sockets were asked to reconnect because broadcasts may have been missed',
    () => gap.gaps,
  )
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

function counter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
