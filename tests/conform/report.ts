/** What is found out about a backend, in the order in which it was asked. */
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { type Asking, type Backend, bodyOf, call, wrongWith } from './call.ts'
import { differences } from './shape-words.ts'

export type Verdict = 'ok' | 'differs' | 'advice' | 'not asked'

export interface Check {
  readonly what: string
  readonly verdict: Verdict
  /** Sentences, one for each thing; none when all is well. */
  readonly says: readonly string[]
}

export interface Report {
  readonly checks: readonly Check[]
  say(what: string, says: readonly string[], verdict?: Verdict): void
  skip(what: string, why: string): void
  /** Says what is wrong with an answer, and gives its body when it is JSON. `at`: asked in place of the backend. */
  expectShape(
    what: string,
    endpoint: Endpoint,
    asking: Asking,
    statuses?: readonly number[],
    at?: Backend,
  ): Promise<Record<string, unknown> | null>
  expectStatus(
    what: string,
    endpoint: Endpoint,
    asking: Asking,
    statuses: readonly number[],
    at?: Backend,
  ): Promise<void>
}

export function createReport(backend: Backend): Report {
  const checks: Check[] = []
  const report: Report = {
    checks,
    say: (what, says, verdict = 'differs') =>
      void checks.push({ what, verdict: says.length === 0 ? 'ok' : verdict, says }),
    skip: (what, why) => report.say(what, [why], 'not asked'),
    async expectShape(what, endpoint, asking, statuses = [200], at = backend) {
      const answer = await call(at, endpoint, asking)
      const wrong = wrongWith(answer, statuses)
      report.say(what, wrong ? [wrong] : differences(endpoint.reply, bodyOf(answer)))
      return wrong === null ? (bodyOf(answer) as Record<string, unknown>) : null
    },
    async expectStatus(what, endpoint, asking, statuses, at = backend) {
      const wrong = wrongWith(await call(at, endpoint, asking), statuses)
      report.say(what, wrong ? [wrong] : [])
    },
  }
  return report
}

export function pick(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | null)?.[key], body)
}
