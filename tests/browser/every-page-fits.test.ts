/** Every page of the three apps fits a small phone and a window at 200 % zoom: nothing sticks out, is cut off, broken or covered. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/support/browser.ts'
import { openPages } from '#tests/support/open-pages.ts'
import { pageFaults } from '#tests/support/page-faults.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

const SIZES = [
  ['320 px', { width: 320, height: 640 }],
  ['200 % of 1440 px', { width: 720, height: 450 }],
] as const
const TIMEOUT_MS = 300_000

let world: TestWorld
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const APPS = [
  ['the marketplace', /^(?!desk-|console-)/],
  ['the sellers’ desk', /^desk-/],
  ['the console', /^console-/],
] as const

test.each(APPS)(
  'on every page of %s',
  async (_app, only) => {
    const found: string[] = []
    for await (const { name, page } of openPages({ browser, url: world.url, logins: world.logins, only }))
      for (const [size, viewport] of SIZES) {
        await page.setViewportSize(viewport)
        const faults = new Set(await page.evaluate(pageFaults))
        found.push(...[...faults].map((fault) => `${name} at ${size}: ${fault}`))
      }
    expect(found).toEqual([])
  },
  TIMEOUT_MS,
)
