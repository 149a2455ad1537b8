/** axe on a page, as fast as it goes: only violations are worked out, and no second page is opened to put frames together. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Frame, Page } from 'playwright'

/** The builder brings the unminified one, 1.3 MB, and puts it into a page twice for each look at it. */
const SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)
const NOTHING = '0'
/** A frame that runs no scripts never answers. */
const FRAME_PATIENCE_MS = 1_000

export function axe(page: Page): AxeBuilder {
  const builder = new AxeBuilder({ page, axeSource: NOTHING })
    .options({ resultTypes: ['violations'] })
    // Base UI's guards around a menu are hidden and focusable on purpose: they pass the focus on at once.
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(true)
  const analyze = builder.analyze.bind(builder)
  return Object.assign(builder, {
    async analyze() {
      await place(page.mainFrame())
      await Promise.all(page.frames().map(placeIfItAnswers))
      await page.evaluate(settled)
      return analyze()
    },
  })
}

/** Runs in the page. What is still fading in has not got its colors yet; what goes on for longer is not waited for. */
async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), patience])
}

/** Once in a document, however often it is looked at. */
async function place(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE)
}

async function placeIfItAnswers(frame: Frame): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FRAME_PATIENCE_MS)
  })
  await Promise.race([place(frame).catch(() => {}), patience]).finally(() => clearTimeout(timer))
}

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
