/** What may be written on the launcher's script line. */
import type { Said } from './face-types.ts'

export const LAUNCHER: readonly Said[] = [
  { name: 'data-api-base', says: 'The customer area of the backend. The one that must be there.' },
  {
    name: 'data-token-url',
    says: 'An address of your own site that answers `{"token": "…"}` to whoever is logged in there.',
  },
  { name: 'data-token', says: 'A token instead of an address; it is taken out of the page at once.' },
  { name: 'data-realtime-config', says: 'Where live messages come from, as JSON.' },
  { name: 'data-account', says: 'Opens at the conversation with this account.' },
  {
    name: 'data-corner',
    says: '`bottom-right`, `bottom-left`, `top-right` or `top-left`; without it `bottom-right`.',
  },
  {
    name: 'data-flavour',
    says: '`lite` fetches the smaller build, on Preact instead of React; without it the full one.',
  },
  { name: 'data-theme', says: '`light` or `dark`; without it the system’s.' },
]
