/** What a visitor reads before the first message: the greeting, and when the company answers. The page's own words come before the key's. */
import type { SiteSummaryWire } from '#shared/contract/guests.ts'
import { answerTime } from '#shared/format/answer-time.ts'
import { hoursLabel } from '#shared/rules/launcher.ts'
import { make } from '../dom.ts'
import type { LauncherSettings } from '../launcher-parts.ts'
import { readHours } from './hours-text.ts'
import { text } from './panel.ts'

/** In place of the messenger's own words for a conversation without messages. */
export const welcome = (site: SiteSummaryWire, settings: LauncherSettings): HTMLElement =>
  make(
    'div',
    { slot: 'thread-empty', class: 'guest welcome' },
    make(
      'div',
      { class: 'greeting' },
      text(greetingOf(site, settings) || `Write to ${site.account.title} below.`),
    ),
    ...answerLines(site, settings),
  )

export const greetingOf = (site: SiteSummaryWire, { greeting }: LauncherSettings): string | undefined =>
  greeting ?? site.launcher?.greeting

export function answerLines(site: SiteSummaryWire, { hours }: LauncherSettings): HTMLElement[] {
  const time = answerTime(site.response_time_hours)
  const open = hours === '' ? null : ((hours && readHours(hours)) ?? site.launcher?.hours)
  return [time && `Usually answers within ${time}`, open && hoursLabel(open, Date.now())]
    .filter((line) => typeof line === 'string')
    .map((line) => make('small', {}, text(line)))
}
