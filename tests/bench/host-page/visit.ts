/** A page in a context of its own, for one look at it. Nothing of it is left to the next. */
import type { Browser, CDPSession, Page } from 'playwright'

export interface View {
  readonly width: number
  readonly height: number
}

export async function visit<T>(
  browser: Browser,
  viewport: View,
  look: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const seen = await look(page, await context.newCDPSession(page))
  await context.close()
  return seen
}
