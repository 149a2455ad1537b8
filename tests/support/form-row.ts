/** How a form is reached, what is typed, and where the server keeps it. */
import type { Locator, Page } from 'playwright'
import type { TestWorld } from './world.ts'

export interface FormRow {
  name: string
  /** Path, or place of the seller's app, or tab of the console. */
  at: string
  /** From the page to the form: buttons to press one after the other. */
  open?: readonly (string | RegExp)[]
  /** Where the form is, if it is not alone on its page. */
  within?: 'dialog' | ((page: Page) => Locator)
  fields: readonly (readonly [label: string | RegExp, text: string])[]
  /** Choices that are no typing. */
  choose?: (form: Locator) => Promise<unknown>
  /**
   * What leaving does with what was typed; by default it asks first. Otherwise the form, opened again, still has it: because
   * it was `kept` for later, or `saved` as it was typed.
   */
  leaving?: 'kept' | 'saved'
  /** What was kept is shown without a press of `open`. */
  opensAgain?: true
  /** Absent where everything is saved as it is typed. */
  send?: string | RegExp
  /**
   * The field that is marked first when the server refuses all that is sent: the first of `fields`, unless it is named here. Null
   * where nothing that is sent is a field of the form, which says it as a whole.
   */
  wrong?: string | RegExp | null
  /** Instead, where what was refused is in the form no longer: the button that sends it once more. */
  again?: string
  /** What comes between the button and the change, e.g. a code. */
  finish?: (page: Page, world: TestWorld) => Promise<unknown>
  /** A query, whose first row has the value; or another way to ask the server. */
  read: string | ((page: Page, world: TestWorld) => Promise<unknown>)
  is: unknown
}

export const formWith = (page: Page, label: string) => page.locator('form', { has: page.getByLabel(label) })

/** Ten o'clock in the morning of a day to come, for a field with date and time. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`

/** Of buyer1 at the first account: one to answer by each side. */
export const OFFERS = { toAnswer: 4, countered: 5, counteredByBuyer: 9 }
