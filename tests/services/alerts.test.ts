/** The alert rules by Prometheus' own tool: they are well formed, and each reports when it should and only then. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const RULES = fileURLToPath(new URL('../../server/deploy/monitoring/alerts.yaml', import.meta.url))
const CASES = fileURLToPath(new URL('alerts.promtool.yaml', import.meta.url))
const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })
const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name)

it('promtool takes the rules', () => {
  const rules = namesIn(RULES, /- alert: (\w+)/g)
  expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rules.length} rules found`)
})

it('each alert reports, and is silent', () => {
  const rules = namesIn(RULES, /- alert: (\w+)/g)
  expect(namesIn(CASES, /- name: (\w+) reports$/gm)).toEqual(rules)
  expect(namesIn(CASES, /- name: (\w+) is silent$/gm)).toEqual(rules)
  expect(promtool('test', 'rules', CASES)).toContain('SUCCESS')
})
