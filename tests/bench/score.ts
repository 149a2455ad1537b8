/** The match score of every deal, in this process and in a real Chromium, against a loop over objects. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { launch } from '#tests/support/browser.ts'
import { ms, publish, thousands, times } from './report.ts'
import { type MeasuredScore, measureScores } from './score/measure-scores.ts'
import { serveFolder } from './serve-folder.ts'

const SIZES = [57_120, 100_000] as const
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const OUT = `${ROOT}dist/bench-score`

export async function benchScore(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: `${ROOT}tests/bench/score`,
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: `${ROOT}tests/bench/score/score.html` },
    },
  })
  const site = await serveFolder(OUT, 'score.html')
  const browser = await launch()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    await page.goto(site.url)
    await page.waitForFunction(() => 'measureScores' in window)
    const measured: [string, MeasuredScore][] = []
    for (const count of SIZES) {
      for (const one of measureScores(count)) measured.push(['Node', one])
      const inPage = await page.evaluate((n) => window.measureScores(n), count)
      for (const one of inPage) measured.push(['Chromium', one])
    }
    report(measured)
  } finally {
    await browser.close()
    site.close()
  }
}

function report(measured: readonly [string, MeasuredScore][]): void {
  publish({
    id: 'score',
    title: 'Scoring the deals',
    command: 'npm run bench -- score',
    note: 'Every deal is scored against boxes with eight criteria: script time, best and median of 40 runs. The median includes the effect of other work on the machine. The reference computes the same points from an array with one object per deal in the same run, and every score is compared. A frame at 60 Hz takes 16.7 ms.',
    head: ['Deals', 'Runtime', 'Boxes', 'Matches', 'Columns, best', 'median', 'Objects', 'speedup'],
    rows: measured.map(([where, one]) => [
      thousands(one.count),
      where,
      one.name,
      thousands(one.matches),
      ms(one.best),
      ms(one.median),
      ms(one.objects),
      times(one.objects / one.median),
    ]),
  })
}
