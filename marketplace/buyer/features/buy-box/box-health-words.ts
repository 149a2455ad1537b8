/** The health of a buy box in words. */
import { MATCHES_MAX } from '#shared/contract/match-limits.ts'
import type { BoxHealth, Together } from '#shared/rules/matching/box-health.ts'

/** A box that lets this part of all deals through tells nobody anything. */
const NEARLY_ALL = 0.9

export function healthWords({ matches, perWeek, all, narrowest, together, isLooking }: BoxHealth): {
  headline: string
  narrow: string | null
} {
  if (!isLooking) return { headline: NOT_LOOKING, narrow: null }
  const kept = matches > MATCHES_MAX ? ` Your feed keeps the best ${MATCHES_MAX}.` : ''
  return { headline: headlineOf(matches, perWeek) + kept, narrow: narrowOf() }

  function narrowOf(): string | null {
    if (all > 0 && matches >= all * NEARLY_ALL)
      return `That is nearly every deal there is. Name locations or criteria that are a must.`
    if (together !== null) return togetherWords(together)
    if (narrowest === null) return null
    const { label, without, widened } = narrowest
    if (narrowest.key === 'area')
      return `Only its locations narrow it: ${counted(narrowest.without)} deals would match anywhere.`
    const more = `${counted(without)} ${without === 1 ? 'deal' : 'deals'} would match without it`
    const wider = widened === null ? '' : `, ${counted(widened.matches)} with ${widened.label}`
    return `${label} keeps most deals away: ${more}${wider}.`
  }
}

const NOT_LOOKING = 'It names neither a location nor a criterion yet, so it looks for no deals.'

/** `Price and Beds keep every deal away together: 34 deals would match without them.` */
function togetherWords({ labels, without }: Together): string {
  const names = labels.length < 2 ? labels.join() : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
  const deals = without === 1 ? '1 deal' : `${counted(without)} deals`
  return `${names} keep every deal away together: ${deals} would match without them.`
}

function headlineOf(matches: number, perWeek: number): string {
  if (matches === 0) return 'No deal matches this buy box today.'
  const now = matches === 1 ? '1 deal matches today' : `${counted(matches)} deals match today`
  return perWeek === 0 ? `${now}, less than one new a week.` : `${now}, about ${counted(perWeek)} new a week.`
}

const counted = (value: number): string => value.toLocaleString('en-US')
