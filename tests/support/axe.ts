/** axe on a page, as fast as it goes: only violations are worked out, and no second page is opened to put frames together. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)

/** Rules that look at colors. The others find in dark what they found in light. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds in light and then in dark, in one line each. The page follows the system's theme, and nothing fades. */
export async function violationsInBothThemes(page: Page, inside = 'html'): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = axe(page).include(inside)
    const { violations } = await (colorScheme === 'dark' ? rules.withRules(COLOR_RULES) : rules).analyze()
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${colorScheme}: ${id} at ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      ),
    )
  }
  return found
}
