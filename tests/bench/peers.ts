/**
 * The messenger beside four chat components, in one run: the same thread in each, their size, what a strict policy stops and what axe
 * finds. The others are installed in dist/bench-peers and are no dependency of the project.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { buildPages } from '#demo/build-pages.ts'
import { launch } from '#tests/support/browser.ts'
import { buildPeer, installPeers, PEERS, type Peer, type Size, sizeOf } from './peers/install.ts'
import { accessibility, measureThread, type Threads, underStrictPolicy } from './peers/measure.ts'
import { ms, publish, thousands } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COUNTS = [1_000, 10_000] as const
const LITE = /(^|\/)(plat-messenger-)?lite[-.]/

interface Row {
  name: string
  version: string
  size: string
  threads: readonly Threads[]
  strict: { violations: number; shows: boolean }
  axe: { rules: number; places: number }
}

export async function benchPeers(): Promise<void> {
  const onProgress = (line: string) => void process.stdout.write(`${line}\n`)
  installPeers()
  await buildPages({ only: ['widget'], onProgress })
  const bench = ['vite', 'build', '-c', 'vite.widget.config.ts', '--mode', 'bench', '--logLevel', 'error']
  execFileSync('npx', bench, { cwd: ROOT, stdio: 'inherit' })
  const browser = await launch()
  try {
    const rows = [
      await measure(browser, join(ROOT, 'dist/bench'), 'thread.html', {
        name: 'plat-messenger',
        version: 'this',
        size: ownSize(),
      }),
    ]
    for (const peer of Object.keys(PEERS) as Peer[]) {
      onProgress(`${peer} …`)
      const { folder, version, size } = await buildPeer(peer)
      rows.push(
        await measure(browser, folder, `${peer}.html`, { name: PEERS[peer], version, size: kilobytes(size) }),
      )
    }
    report(rows)
  } finally {
    await browser.close()
  }
}

/** Everything that a page loads for list, thread, offers and socket, transport included. */
function ownSize(): string {
  const isScript = (name: string) => name.endsWith('.js') && !name.startsWith('loader')
  const full = sizeOf(join(ROOT, 'dist/widget'), (name) => isScript(name) && !LITE.test(name))
  const lite = sizeOf(
    join(ROOT, 'dist/widget'),
    (name) => isScript(name) && (LITE.test(name) || /common-/.test(name)),
  )
  return `${kilobytes(full)}; lite ${kilobytes(lite)}`
}

const kilobytes = ({ gzip, brotli }: Size): string =>
  `${(gzip / 1000).toFixed(0)} / ${(brotli / 1000).toFixed(0)} kB`

async function measure(
  browser: Browser,
  folder: string,
  page: string,
  about: Pick<Row, 'name' | 'version' | 'size'>,
): Promise<Row> {
  const site = await serveFolder(folder, page)
  try {
    const threads: Threads[] = []
    for (const count of COUNTS) threads.push(await measureThread(browser, site.url, count))
    const strict = await underStrictPolicy(browser, site.url)
    return { ...about, threads, strict, axe: await accessibility(browser, site.url) }
  } finally {
    site.close()
  }
}

function report(rows: readonly Row[]): void {
  publish({
    id: 'peers',
    title: 'Beside its peers',
    command: 'npm run bench -- peers',
    note: "The same plain messages in a real Chromium, each component in a page of its own, built for production by the same bundler. Load is from the call to the painted last message; elements are all of the page, shadow roots included; one more is the main thread’s work for one message until it is painted, the median of 9 (of one, where it took over 2 s). Size is every script and style of the page, gzip and brotli; the messenger’s includes its transport, socket and offers, the others have none but stream-chat-react. The policy is `default-src 'none'` with scripts, styles and connections from the page’s own origin and enforced Trusted Types: violations while 50 messages load and one comes in. axe: rules broken in a thread of 50 messages, and in how many places.",
    head: [
      'Component',
      'Version',
      'gzip / brotli',
      ...COUNTS.flatMap((count) => [`${thousands(count)}: load`, 'elements', 'one more']),
      'Strict policy',
      'axe',
    ],
    rows: rows.map(({ name, version, size, threads, strict, axe }) => [
      name,
      version,
      size,
      ...threads.flatMap((each) => [ms(each.loadMs), thousands(each.elements), ms(each.appendMs)]),
      strict.shows ? `${strict.violations}` : `${strict.violations}, nothing shows`,
      axe.rules === 0 ? '0' : `${axe.rules} in ${thousands(axe.places)} places`,
    ]),
  })
}
