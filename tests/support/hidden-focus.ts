/** Walks a page by Tab and by Shift+Tab and names what gets the focus while something is over most of it (WCAG 2.4.11). */
import type { Page } from 'playwright'

export interface FocusWalk {
  /** Each with its name, once. */
  hidden: string[]
  /** How often the focus was on something. */
  reached: number
}

/** From the top of the page forward, then from its end backward, at most so many steps in each direction. */
export async function walkFocus(page: Page, steps: number): Promise<FocusWalk> {
  const walks: FocusWalk[] = []
  // A toast is over the page for seconds, and ends by itself.
  await page.evaluate(hideToasts)
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(toTop)
    walks.push(await walkBy(page, key, steps))
  }
  return {
    hidden: walks.flatMap(({ hidden }) => hidden),
    reached: walks.reduce((sum, { reached }) => sum + reached, 0),
  }
}

/** From what has the focus, by one key, until nothing has it. */
export async function walkBy(page: Page, key: string, steps: number): Promise<FocusWalk> {
  const hidden = new Set<string>()
  let reached = 0
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key)
    let found = await page.evaluate(hiddenFocus)
    // A list may draw what has the focus a moment later. At the end of the page nothing has it, four times for each page.
    if (found === null) found = await page.evaluate(nextFrames).then(() => page.evaluate(hiddenFocus))
    else if (found) found = await page.waitForTimeout(150).then(() => page.evaluate(hiddenFocus))
    // What loads meanwhile may have moved it; a browser scrolls to what gets the focus, and to nothing later.
    if (found)
      found = await page
        .waitForTimeout(1000)
        .then(() => page.evaluate(focusAgain))
        .then(() => page.evaluate(hiddenFocus))
    // Backward from the top of the page it is on nothing once.
    if (found === null && step === 0) continue
    if (found === null) break
    reached++
    if (found) hidden.add(`${key} to ${found}`)
  }
  return { hidden: [...hidden], reached }
}

/** Runs in the page. The next Tab goes to the first control, the next Shift+Tab to the last. */
function toTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  getSelection()?.removeAllRanges()
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
  scrollTo(0, 0)
}

/** Runs in the page. */
function hideToasts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-sonner-toaster] { display: none }')
  document.adoptedStyleSheets.push(sheet)
}

/** Runs in the page. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Runs in the page. */
function focusAgain(): void {
  let one = document.activeElement
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  if (!(one instanceof HTMLElement)) return
  one.blur()
  one.focus()
}

/** Runs in the page. What has the focus and cannot be seen; empty when it can, null without a focus. */
function hiddenFocus(): string | null {
  let one = document.activeElement
  let root: Document | ShadowRoot = document
  while (one?.shadowRoot?.activeElement) {
    root = one.shadowRoot
    one = root.activeElement
  }
  if (one === null || one === document.body) return null
  const boxes = [...one.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)
  const { left, top, width, height } = boxes[0] ?? one.getBoundingClientRect()
  if (width < 2 || height < 2) return ''
  const isLarge = height > innerHeight / 2
  const from = isLarge ? Math.max(0, top) : top
  const to = isLarge ? Math.min(innerHeight, top + height) : top + height
  const rows = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => from + (to - from) * part)
  const columns = [0.5, 0.2, 0.8].map((part) => Math.min(innerWidth - 1, Math.max(0, left + width * part)))
  if (rows.filter((y) => columns.some((x) => isShown(x, y))).length >= 2) return ''
  const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
  const over = root.elementFromPoint(left + width / 2, top + height / 2)
  const by = over ? `${over.localName}.${over.getAttribute('class')?.slice(0, 60)}` : 'nothing'
  return `${one.localName} "${name.trim().slice(0, 40)}" at ${Math.round(top)}, under ${by}`

  function isShown(x: number, y: number): boolean {
    const shown = y < 0 || y >= innerHeight ? null : root.elementFromPoint(x, y)
    const label = shown?.closest('label')
    return (
      one !== null &&
      shown !== null &&
      (one.contains(shown) || shown.contains(one) || label?.control === one || label?.contains(one) === true)
    )
  }
}
