/** What Prometheus may ask about the sockets of this node. Counted as plain numbers, read when somebody asks. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Hub } from './hub.ts'

export interface SocketStats {
  framesOut: number
  slowConsumers: number
}

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
