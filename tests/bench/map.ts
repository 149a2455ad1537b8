/** The map in a real Chromium: a new layout for a changed filter, and a frame of a move, against an element for each dot. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { launch } from '#tests/support/browser.ts'
import type { MapMeasured } from './map/main.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const SIZES = [57_120, 100_000, 500_000] as const
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const OUT = `${ROOT}dist/bench-map`

export async function benchMap(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: `${ROOT}tests/bench/map`,
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: `${ROOT}tests/bench/map/map.html` },
    },
  })
  const site = await serveFolder(OUT, 'map.html')
  const browser = await launch()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    await page.goto(site.url)
    await page.waitForFunction(() => 'mapBench' in window)
    const measured: MapMeasured[] = []
    for (const count of SIZES) measured.push(await page.evaluate((n) => window.mapBench.measure(n), count))
    report(measured)
  } finally {
    await browser.close()
    site.close()
  }
}

function report(measured: readonly MapMeasured[]): void {
  publish({
    id: 'map',
    title: 'The map of deals',
    command: 'npm run bench -- map',
    note: 'A layout is everything that a view of 756 × 846 px shows of a result (clusters, price pins and dots), computed again for each of 40 steps of the price slider: the whole country at zoom 4, a metropolitan area at zoom 9.9. A move is one frame of dragging the map with 5,000 dots on the canvas, painted and read back. For comparison, each of the same dots is an element, moved and laid out but not yet painted. A frame at 60 Hz takes 16.7 ms.',
    head: ['Deals', 'Layout far', 'worst', 'Layout near', 'worst', 'Move', 'As elements', 'speedup'],
    rows: measured.map(({ count, far, near, dots, elements }) => [
      thousands(count),
      ms(quantile(far, 0.5)),
      ms(quantile(far, 1)),
      ms(quantile(near, 0.5)),
      ms(quantile(near, 1)),
      ms(quantile(dots, 0.5)),
      ms(quantile(elements, 0.5)),
      times(quantile(elements, 0.5) / quantile(dots, 0.5)),
    ]),
  })
}
