/**
 * The two flavours of the messenger, from one source: `full` brings React, `lite` resolves it to preact/compat.
 * Nothing in widget/ or shared/ui knows which one it runs on.
 */
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'

export const FLAVOURS = ['full', 'lite'] as const
export type Flavour = (typeof FLAVOURS)[number]

/** The file a page loads, in dist/widget. */
export const ENTRY_NAMES: Readonly<Record<Flavour, string>> = {
  full: 'plat-messenger',
  lite: 'plat-messenger-lite',
}

function shim(file: string): string {
  return fileURLToPath(new URL(`../shims/${file}`, import.meta.url))
}

const SHIMS: readonly Alias[] = [
  // For React versions without the hook; it is CommonJS, which a package for any bundler cannot hold.
  { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' },
  { find: /^zod\/mini$/, replacement: shim('zod-mini.ts') },
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: shim('lucide-icon.ts') },
]

/** What an import resolves to in a flavour. */
export function aliasesOf(flavour: Flavour): Alias[] {
  if (flavour === 'full') return [...SHIMS]
  return [
    { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
    {
      find: /^(react|react-dom|use-sync-external-store\/shim\/index\.js)$/,
      replacement: shim('preact-react.js'),
    },
    ...SHIMS,
  ]
}
