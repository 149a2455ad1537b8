/** Light or dark: the person's choice, kept for the next visit, else the system's. `public/theme.js` applies it before paint. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'

type Theme = 'light' | 'dark'

export interface ThemeStore {
  /** What is on screen. */
  readonly shown: ReadonlySignal<Theme>
  /** Shows the other one from now on. */
  toggle(): void
}

const KEY = 'plat.theme'

export interface ThemeStoreDeps {
  /** Carries `data-theme`; without the attribute the tokens follow the system. */
  root: HTMLElement
  storage: () => Storage
  prefersDark: MediaQueryList
}

export function createThemeStore({ root, storage, prefersDark }: ThemeStoreDeps): ThemeStore {
  const system = signal<Theme>(prefersDark.matches ? 'dark' : 'light')
  const chosen = signal<Theme | null>(themeOf(root.dataset.theme))
  const shown = computed(() => chosen.value ?? system.value)
  prefersDark.addEventListener('change', (change) => {
    system.value = change.matches ? 'dark' : 'light'
  })
  effect(() => {
    if (chosen.value !== null) root.dataset.theme = chosen.value
  })
  return {
    shown,
    toggle() {
      chosen.value = shown.peek() === 'dark' ? 'light' : 'dark'
      keep(storage, chosen.value)
    },
  }
}

/** Where storage is blocked the choice lasts as long as the page. */
function keep(storage: () => Storage, theme: Theme): void {
  try {
    storage().setItem(KEY, theme)
  } catch {
    return
  }
}

const themeOf = (text: string | undefined): Theme | null =>
  text === 'light' || text === 'dark' ? text : null
