/**
 * One deal has three kinds of address (trap T-17): `/deal/{id}`, `/property/{id}[/{slug}]` and the short `/p/{id}`. The
 * canonical one is `/property/{id}`; a slug behind it says no more than the page itself, so a hidden street is never in it.
 */
import type { Deal } from './deal.ts'

type Named = Pick<Deal, 'id' | 'headline' | 'place' | 'isStreetHidden'>

export function slugOf({ headline, place, isStreetHidden }: Named): string {
  const words = isStreetHidden ? place : `${headline} ${place}`
  return words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX)
}

const SLUG_MAX = 80

/**
 * Where the address bar should go, or null when it is right: the short link is replaced by the canonical path and a wrong
 * slug by the right one. Query and hash are the caller's to keep.
 */
export function replacementFor(path: string, deal: Named): string | null {
  const [, kind = '', , slug] = path.split('/')
  if (kind.toLowerCase() === 'p') return `/property/${deal.id}`
  return slug !== undefined && slug !== '' && slug !== slugOf(deal)
    ? `/property/${deal.id}/${slugOf(deal)}`
    : null
}
