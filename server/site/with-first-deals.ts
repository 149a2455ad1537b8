/** Writes the first deals into the document of the browse page. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import type { Installation } from '#shared/contract/installation.ts'
import { FIRST_DEALS_ID, FIRST_PAGE_ID } from '#shared/contract/pages.ts'
import { scriptText } from './app-document.ts'

type After = (ms: number, run: () => void) => () => void

interface FirstDealsDeps {
  /** What `npm run build` wrote; `drawing/first-page.js` in it draws the cards. */
  folder: string
  firstDealsOf: (search: string) => Promise<FirstDealsWire>
  onError: (error: unknown) => void
  /** Runs once after `ms`; the returned function calls it off. */
  after?: After
}

/** After a start the whole list is read first, which takes seconds. */
const WAIT_MS = 1000

/**
 * The deals are drawn as the app's own cards, which show before any script has run, and as data, from which the app goes on. Without the deals,
 * without a build that draws them, or when they take longer than `WAIT_MS`, the page is whole too: its app asks for them.
 */
export function createWithFirstDeals({ folder, firstDealsOf, onError, after = inTime }: FirstDealsDeps) {
  let drawing: Promise<Drawing> | null = null
  async function draw(first: FirstDealsWire, search: string, of: Installation): Promise<string> {
    drawing ??= import(pathToFileURL(join(folder, 'drawing/first-page.js')).href)
    const { drawFirstPage } = await drawing
    return `<div id="${FIRST_PAGE_ID}">${drawFirstPage(first, search, of)}</div>`
  }
  return async (html: string, search: string, of: Installation): Promise<string> => {
    try {
      const first = await within(firstDealsOf(search), after)
      if (first === null) return html
      const drawn = await draw(first, search, of)
      const data = `<script id="${FIRST_DEALS_ID}" type="application/json">${scriptText(first)}</script>`
      return html.replace(ROOT, (root) => root + drawn + data)
    } catch (error) {
      onError(error)
      return html
    }
  }
}

/** Null when it takes longer than `WAIT_MS`. A later failure is ignored. */
async function within<T>(asked: Promise<T>, after: After): Promise<T | null> {
  let stop = () => {}
  const late = new Promise<null>((resolve) => {
    stop = after(WAIT_MS, () => resolve(null))
  })
  return Promise.race([asked, late]).finally(stop)
}

const inTime: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const ROOT = '<div id="root"></div>'

interface Drawing {
  drawFirstPage(
    first: FirstDealsWire,
    search: string,
    of: Pick<Installation, 'name' | 'logo' | 'currency'>,
  ): string
}
