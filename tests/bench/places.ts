/**
 * Suggesting places while somebody types: the gazetteer by itself and through the whole server without a socket. Beside it, in the
 * same run, what one would write first: every city's name compared with what was typed, the hits sorted.
 */

import { readSources } from '#server/providers/places/compile/sources.ts'
import { loadGazetteer } from '#server/providers/places/gazetteer/gazetteer.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { startTestServer } from '#tests/support/server.ts'
import { ms, publish, quantile, times } from './report.ts'

/** Typed letter by letter. */
const TYPED = [
  'harris county',
  'houston',
  'fort bend',
  'San Antonio',
  'Bayamón',
  '77035',
  'new york',
  'los angeles',
]
const ROUNDS = 20
/** Typing answers within this time of the debounce, at p50. */
const GOAL_MS = 50

export async function benchPlaces(): Promise<void> {
  const startedAt = performance.now()
  const gazetteer = await loadGazetteer()
  const loading = performance.now() - startedAt
  const { cities } = await readSources()
  const naive = (text: string) =>
    cities
      .filter(({ name }) => foldText(name).startsWith(foldText(text)))
      .sort((a, b) => b.population - a.population)
      .slice(0, 8)
  const server = await startTestServer({ limits: { requestsPerMinute: 10_000_000 } })
  try {
    const alone = await measure((text) => gazetteer.suggest(text))
    const reference = await measure(naive)
    // An address of its own for each call, as the limit is by address.
    let calls = 0
    const overHttp = await measure((text) => {
      calls++
      const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
      const url = `/customer/api/geo/locations?q=${encodeURIComponent(text)}`
      return server.app.inject({ method: 'GET', url, remoteAddress })
    })
    const row = (name: string, { p50, p99 }: Measured) => [
      name,
      ms(p50),
      ms(p99),
      times(p50 / reference.p50),
      times(p50 / GOAL_MS),
    ]
    const known = Object.values(gazetteer.counts).reduce((sum, count) => sum + count, 0)
    publish({
      id: 'places',
      title: 'Place suggestions',
      command: 'npm run bench -- places',
      note: `${TYPED.length} places, each typed letter by letter ${ROUNDS} times, among ${known.toLocaleString('en-US')} places. The reference compares the name of every city and sorts the hits. It does not know counties, states or ZIPs. The goal is 50 ms at p50. Loading the gazetteer took ${ms(loading)}, once per process.`,
      head: ['Path', 'p50', 'p99', 'vs. reference', 'vs. goal'],
      rows: [
        row('the gazetteer alone', alone),
        row('through the server', overHttp),
        row('reference', reference),
      ],
    })
  } finally {
    await server.close()
  }
}

interface Measured {
  p50: number
  p99: number
}

async function measure(ask: (text: string) => unknown): Promise<Measured> {
  const prefixes = TYPED.flatMap((text) => Array.from(text, (_, end) => text.slice(0, end + 1)))
  for (const text of prefixes) await ask(text)
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const text of prefixes) {
      const startedAt = performance.now()
      await ask(text)
      samples.push(performance.now() - startedAt)
    }
  return { p50: quantile(samples, 0.5), p99: quantile(samples, 0.99) }
}
