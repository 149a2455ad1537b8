/** axe on a page, as fast as it goes: only violations are worked out, and no second page is opened to put frames together. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
