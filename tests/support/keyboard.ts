/** Getting about on a page by keyboard alone, and where that has led. */
import type { Page } from 'playwright'

/** What names the element in focus, also inside shadow roots: its label, its placeholder, or its text. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    return (
      element?.getAttribute('aria-label') ??
      element?.getAttribute('placeholder') ??
      label ??
      element?.textContent ??
      ''
    ).trim()
  })
}

/** Presses Tab until what is in focus has this name; a page where that takes more than `most` has lost its keyboard users. */
export async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab')
    if (name.test(await focusedName(page))) return
  }
  throw new Error(`${most} presses of Tab did not lead to ${name}`)
}

/** Presses Escape in a dialog with typed text, and stays when that is asked about. */
export async function leaveAndKeep(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
}
