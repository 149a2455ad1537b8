/** Runs once before the browser tests: finds or installs a browser, builds dist/widget, dist/app, dist/seller and dist/admin when their sources changed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { buildPages, PAGE_BUILDS, type PageBuild } from '#demo/build-pages.ts'
import { findBrowser } from './browser.ts'
import { onAnyMachine } from './run-folder.ts'

/** PLAT_BUILDS=widget,app builds only these; all of them when it is not set. */
export default async function setup(): Promise<void> {
  ensureBrowser()
  const wanted = process.env.PLAT_BUILDS?.split(',').filter(isPageBuild)
  await buildPages({ onProgress: (line) => console.log(line), ...(wanted ? { only: wanted } : {}) })
}

/** Downloads Playwright's own Chromium when this machine has no browser yet. */
function ensureBrowser(): void {
  if (findBrowser() || existsSync(chromium.executablePath())) return
  console.log('No Chromium or Chrome found; installing the one Playwright brings …')
  const { status } = spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    env: onAnyMachine(),
  })
  if (status !== 0)
    throw new Error(
      'No browser could be installed. Install Chromium or Chrome, or set PLAT_CHROMIUM to the path of one, and run the tests again.',
    )
}

const isPageBuild = (name: string): name is PageBuild => (PAGE_BUILDS as readonly string[]).includes(name)
