/** The tab's title: unread count, page, brand. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { BRAND } from '#shared/contract/brand.ts'

export interface PageTitle {
  /** The whole title, e.g. `(3) Messages · Plat`. */
  readonly text: ReadonlySignal<string>
  /** The page's name alone. */
  readonly page: ReadonlySignal<string>
  /** Names the page on screen. */
  set(page: string): void
}

export function createPageTitle(unread: ReadonlySignal<number>): PageTitle {
  const page = signal('')
  return {
    page,
    text: computed(() => titleText(page.value, unread.value)),
    set(name) {
      page.value = name
    },
  }
}

/** The count stands first, where a narrow tab still shows it. */
export function titleText(page: string, unread: number): string {
  const name = page === '' ? BRAND : `${page} · ${BRAND}`
  return unread > 0 ? `(${unread}) ${name}` : name
}
