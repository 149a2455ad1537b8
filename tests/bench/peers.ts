/**
 * The messenger beside four chat components, in one run: the same thread in each, their size, what a strict policy stops and what axe
 * finds. The others are installed in dist/bench-peers and are no dependency of the project.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { openHostSite } from './host-page/site.ts'
import { buildPeer, installPeers, PEERS, type Peer, type Size } from './peers/install.ts'
import {
  APPEND_LIMIT_MS,
  accessibility,
  type Barriers,
  type HostCost,
  hostCost,
  LOAD_LIMIT_MS,
  measureThread,
  type Show,
  type Strictness,
  showThread,
  type Threads,
  underStrictPolicy,
} from './peers/measure.ts'
import { ownSize } from './peers/own-size.ts'
import { ms, publish, thousands } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COUNTS = [1_000, 10_000] as const

interface Host {
  url: string
  show: Show
}

interface Row {
  name: string
  version: string
  size: string
  /** Null where the measurement itself failed; the run says why and goes on. */
  threads: readonly (Threads | null)[]
  host: HostCost | null
  strict: Strictness | null
  axe: Barriers | null
}

/** Says a line with the seconds since the run began. */
type Say = (line: string) => void

export async function benchPeers(): Promise<void> {
  const startedAt = performance.now()
  const say: Say = (line) =>
    void process.stdout.write(
      `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}\n`,
    )
  say('installing the peers')
  installPeers()
  say('building our own page')
  await buildPages({ only: ['widget'], onProgress: say })
  const bench = ['vite', 'build', '-c', 'vite.widget.config.ts', '--mode', 'bench', '--logLevel', 'error']
  execFileSync('npx', bench, { cwd: ROOT, stdio: 'inherit' })
  const own = { name: 'plat-messenger', version: 'this', size: ownSizes() }
  const site = await openHostSite()
  // As it is delivered, with its list, its backend and its socket.
  const inHost: Host = {
    url: site.page('thread'),
    show: (page) => Promise.all([site.called('joined'), page.goto(site.page('thread'))]),
  }
  const rows = [await measure(say, join(ROOT, 'dist/bench'), 'thread.html', own, inHost)]
  await site.close()
  for (const peer of Object.keys(PEERS) as Peer[]) {
    const built = await attempt(say, `${peer}: build`, () => buildPeer(peer))
    if (!built) continue
    const about = { name: PEERS[peer], version: built.version, size: kilobytes(built.size) }
    rows.push(await measure(say, built.folder, `${peer}.html`, about))
  }
  report(rows)
  say('done')
}

function ownSizes(): string {
  const size = (entry: string) => kilobytes(ownSize(join(ROOT, 'dist/widget'), entry))
  return `${size('plat-messenger.js')}; lite ${size('plat-messenger-lite.js')}`
}

const kilobytes = ({ gzip, brotli }: Size): string =>
  `${(gzip / 1000).toFixed(0)} / ${(brotli / 1000).toFixed(0)} kB`

async function measure(
  say: Say,
  folder: string,
  page: string,
  about: Pick<Row, 'name' | 'version' | 'size'>,
  inHost?: Host,
): Promise<Row> {
  const { url, close } = await serveFolder(folder, page)
  const host = inHost ?? { url, show: showThread(url) }
  const ask = <T>(what: string, run: () => Promise<T>) => attempt(say, `${about.name}: ${what}`, run)
  try {
    const threads: (Threads | null)[] = []
    for (const count of COUNTS)
      threads.push(await ask(`${thousands(count)} messages`, () => measureThread(launch, url, count)))
    const cost = await ask('what it costs the page', () => hostCost(launch, host.url, host.show))
    const strict = await ask('a strict policy', () => underStrictPolicy(launch, url))
    return { ...about, threads, host: cost, strict, axe: await ask('axe', () => accessibility(launch, url)) }
  } finally {
    close()
  }
}

/** What fails is said, and is an empty place in the table: one component's trouble is not the others'. */
async function attempt<T>(say: Say, what: string, run: () => Promise<T>): Promise<T | null> {
  say(what)
  try {
    return await run()
  } catch (error) {
    say(`${what} failed: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

function report(rows: readonly Row[]): void {
  publish({
    id: 'peers',
    title: 'Compared with other chat components',
    command: 'npm run bench -- peers',
    note: "The same plain messages in a real Chromium, each component on a separate page, built for production with the same bundler. Load time runs from the call until the last message is painted. Elements are all elements of the page, including shadow roots. One more is the main-thread work for one message until it is painted, the median of 9 (or a single one if it took over 2 s). Size is every script and style of the page, gzip and brotli. The messenger’s size includes its transport, socket and offers; of the others only stream-chat-react has a transport. 50 at 4x is the main-thread work of a page with 50 messages on a processor four times slower, minus an empty page: the time that tasks take beyond 50 ms each, and the processor time of all tasks from the start of the navigation, median of 5 visits. The messenger runs as delivered, with 25 conversations, calls to its backend and a joined socket. The others receive the messages directly. The policy is `default-src 'none'` with scripts, styles and connections from the page’s own origin, and enforced Trusted Types. The column counts violations while 50 messages load and one arrives. axe: rules broken in a thread of 50 messages, and in how many places.",
    head: [
      'Component',
      'Version',
      'gzip / brotli',
      ...COUNTS.flatMap((count) => [`${thousands(count)}: load`, 'elements', 'one more']),
      '50 at 4x: blocking',
      'busy',
      'Strict policy',
      'axe',
    ],
    rows: rows.map(({ name, version, size, threads, host, strict, axe }) => [
      name,
      version,
      size,
      ...threads.flatMap((each) => threadCells(each)),
      ...(host ? [ms(host.blockingMs), ms(host.busyMs)] : [FAILED, '']),
      strict ? `${strict.violations}${strict.shows ? '' : ', nothing shows'}` : FAILED,
      axe ? `${axe.rules}${axe.rules === 0 ? '' : ` in ${thousands(axe.places)} places`}` : FAILED,
    ]),
  })
}

const FAILED = 'failed'

function threadCells(threads: Threads | null): string[] {
  if (!threads) return [FAILED, '', '']
  const { loadMs, elements, appendMs } = threads
  const cell = (value: number, limitMs: number) =>
    Number.isNaN(value) ? '' : Number.isFinite(value) ? ms(value) : `> ${limitMs / 1000} s`
  return [
    cell(loadMs, LOAD_LIMIT_MS),
    Number.isNaN(elements) ? '' : thousands(elements),
    cell(appendMs, APPEND_LIMIT_MS),
  ]
}
