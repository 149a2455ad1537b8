/** The health of a buy box in words. */
import type { BoxHealth } from '#shared/rules/matching/box-health.ts'

/** A box that lets this part of all deals through tells nobody anything. */
const NEARLY_ALL = 0.9

export function healthWords({ matches, perWeek, all, narrowest }: BoxHealth): {
  headline: string
  narrow: string | null
} {
  return { headline: headlineOf(matches, perWeek), narrow: narrowOf() }

  function narrowOf(): string | null {
    if (all > 0 && matches >= all * NEARLY_ALL)
      return `That is nearly every deal there is. Name locations or criteria that are a must.`
    if (narrowest === null) return null
    const { label, without, widened } = narrowest
    if (narrowest.key === 'area')
      return `Only its locations narrow it: ${counted(narrowest.without)} deals would match anywhere.`
    const more = `${counted(without)} ${without === 1 ? 'deal' : 'deals'} would match without it`
    const wider = widened === null ? '' : `, ${counted(widened.matches)} with ${widened.label}`
    return `${label} keeps most deals away: ${more}${wider}.`
  }
}

function headlineOf(matches: number, perWeek: number): string {
  if (matches === 0) return 'No deal matches this buy box today.'
  const now = matches === 1 ? '1 deal matches today' : `${counted(matches)} deals match today`
  return perWeek === 0 ? `${now}, less than one new a week.` : `${now}, about ${counted(perWeek)} new a week.`
}

const counted = (value: number): string => value.toLocaleString('en-US')
