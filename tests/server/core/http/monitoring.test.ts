/** The alert rules and the dashboard ask for metrics that the server has, and each alert has its runbook. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noBus } from '#server/core/realtime/bus.ts'
import { startTestServer } from '#tests/support/server.ts'
import { startNode } from '../realtime/node.ts'

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8')

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
interface Panel {
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}
const ALERTS: Alert[] = parse(read('server/deploy/monitoring/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
)
const { panels }: { panels: Panel[] } = JSON.parse(read('server/deploy/monitoring/dashboard.json'))
const runbooks = [
  ...(read('docs/operations.md').match(/^## Alerts\n[\s\S]+?(?=^## )/m)?.[0] ?? '').matchAll(
    /^### (\w+)\n\n(.{40,})/gm,
  ),
].map(([, name]) => name)

/** Prometheus makes `up` itself, for each node that it scrapes. */
const exported = new Set(['up'])
beforeAll(async () => {
  const server = await startTestServer({ processMetrics: true })
  const bus = { ...noBus, stats: () => ({ isConnected: true, losses: 0, failures: 0 }) }
  const node = await startNode({ bus })
  const text = `${(await server.call('GET', '/metrics')).body}\n${await node.metrics.metrics()}`
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
      exported.add(name + suffix)
  await Promise.all([server.close(), node.stop()])
})

/** The metrics that an expression asks for: names that are no function, label, text or operator. */
const metricsIn = (expr: string) =>
  (
    expr
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\bby \([^)]*\)/g, '')
      .match(/\b[a-z_]+[a-z_0-9]*\b(?!\s*\()/g) ?? []
  ).filter((word) => !['and', 'or', 'unless'].includes(word))

it.each(ALERTS.map((one) => [one.alert, one.expr] as const))('%s asks for metrics that exist', (_, expr) => {
  expect(metricsIn(expr)).not.toEqual([])
  expect(metricsIn(expr).filter((name) => !exported.has(name))).toEqual([])
})

it.each(panels.map(({ title, targets }) => [title, targets] as const))(
  'the panel “%s” asks for metrics that exist',
  (_, targets) => {
    const asked = targets.flatMap(({ expr }) => metricsIn(expr))
    expect(asked).not.toEqual([])
    expect(asked.filter((name) => !exported.has(name))).toEqual([])
  },
)

it('every alert has a severity and leads to its runbook, and no runbook is of an alert that is gone', () => {
  expect(runbooks).toEqual(ALERTS.map(({ alert }) => alert))
  for (const { alert, labels, annotations } of ALERTS) {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  }
})

it('queues, dead letters, deliveries, pool, bus, sockets, event loop and ledger have an alert', () => {
  const asked = new Set(ALERTS.flatMap(({ expr }) => metricsIn(expr)))
  for (const name of [
    'plat_jobs_queued',
    'plat_dead_letters',
    'plat_deliveries_total',
    'plat_database_connections',
    'plat_realtime_bus_up',
    'plat_realtime_refused_total',
    'nodejs_eventloop_lag_p99_seconds',
    'plat_ledger_checks_total',
  ])
    expect(asked).toContain(name)
})

it('no panel covers another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})
