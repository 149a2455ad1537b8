/** The alert rules by Prometheus' own tool: they are well formed, and each reports when it should and only then. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const RULES = fileURLToPath(new URL('../../server/deploy/monitoring/alerts.yaml', import.meta.url))
const DASHBOARD = fileURLToPath(new URL('../../server/deploy/monitoring/dashboard.json', import.meta.url))
const CASES = fileURLToPath(new URL('alerts.promtool.yaml', import.meta.url))
const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })
interface Panel {
  targets: { expr: string }[]
}
const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name)

it('promtool takes the rules', () => {
  const rules = namesIn(RULES, /- alert: (\w+)/g)
  expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rules.length} rules found`)
})

it('promtool takes what each panel of the dashboard asks', () => {
  const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(DASHBOARD, 'utf8'))
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  // JSON is YAML. A panel's question has the form of a rule that records its answer.
  const rules = asked.map((expr, at) => ({ record: `panel:${at}`, expr }))
  const file = join(mkdtempSync(join(tmpdir(), 'plat-panels-')), 'panels.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  expect(promtool('check', 'rules', file)).toContain(`SUCCESS: ${asked.length} rules found`)
})

it('each alert reports, and is silent', () => {
  const rules = namesIn(RULES, /- alert: (\w+)/g)
  expect(namesIn(CASES, /- name: (\w+) reports$/gm)).toEqual(rules)
  expect(namesIn(CASES, /- name: (\w+) is silent$/gm)).toEqual(rules)
  expect(promtool('test', 'rules', CASES)).toContain('SUCCESS')
})
