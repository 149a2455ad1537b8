import { describe, expect, it } from 'vitest'
import { CHANNELS, type Frequency, NOTIFICATION_TYPES } from '#shared/contract/notifications.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import {
  type CellName,
  cellOf,
  frequencyOf,
  mailTypeOf,
  type Preferences,
  wantsDigest,
  wantsNow,
} from '#shared/rules/notifications/preferences.ts'

const somebody = (
  chosen: [CellName, Frequency][] = [],
  more: Partial<Omit<Preferences, 'chosen'>> = {},
): Preferences => ({
  kind: 'customer',
  chosen: new Map(chosen),
  mailTypesOff: new Set(),
  textPurposes: new Set(),
  ...more,
})

describe('what is wanted where', () => {
  it('matches come to the bell at once and by mail once a day, until something else is set', () => {
    expect(wantsNow(somebody(), 'new_match', 'in_app')).toBe(true)
    expect(wantsNow(somebody(), 'new_match', 'email')).toBe(false)
    expect(wantsDigest(somebody())).toBe('daily')
  })

  it('no text is wanted by who never agreed to texts, whatever is set', () => {
    for (const type of NOTIFICATION_TYPES)
      expect(wantsNow(somebody([[`${type} sms`, 'instant']]), type, 'sms'), type).toBe(false)
  })

  it('who agreed to texts gets those the agreement names', () => {
    const texted = (...purposes: TextPurpose[]) =>
      NOTIFICATION_TYPES.filter((type) =>
        wantsNow(somebody([], { textPurposes: new Set(purposes) }), type, 'sms'),
      )
    expect(texted('matches', 'offers', 'reminders')).toEqual(['new_match', 'blast', 'open_house'])
    expect(texted('matches')).toEqual(['new_match'])
    expect(texted('service')).toEqual(['message', 'address_request', 'offer'])
  })

  it('a mail that was unsubscribed from stays away, also when its cell says otherwise', () => {
    const off = { mailTypesOff: new Set(['deals_digest']) }
    expect(wantsDigest(somebody([['new_match email', 'weekly']], off))).toBe(null)
    // The other kind of mail of the same news is another one.
    expect(wantsNow(somebody([['new_match email', 'instant']], off), 'new_match', 'email')).toBe(true)
  })

  it('who has matches mailed at once is in digests of boxes that ask for fewer mails, unless those were unsubscribed from', () => {
    const chosen: [CellName, Frequency][] = [['new_match email', 'instant']]
    expect(wantsDigest(somebody(chosen))).toBe('instant')
    expect(wantsDigest(somebody(chosen, { mailTypesOff: new Set(['deals_digest']) }))).toBe(null)
    expect(wantsDigest(somebody([['new_match email', 'off']]))).toBe(null)
  })

  it('mails about offers, money and security cannot be turned off', () => {
    for (const type of NOTIFICATION_TYPES.filter((one) => mailTypeOf(one) === null && one !== 'question'))
      expect(frequencyOf(somebody([[`${type} email`, 'off']]), type, 'email'), type).toBe('instant')
  })

  it('what a cell does not have counts as not set', () => {
    expect(frequencyOf(somebody([['price_drop email', 'weekly']]), 'price_drop', 'email')).toBe('instant')
  })

  it('every cell starts with something it has', () => {
    for (const type of NOTIFICATION_TYPES)
      for (const channel of CHANNELS) {
        const { choices, usual } = cellOf(type, channel)
        expect(choices, `${type} ${channel}`).toContain(usual)
      }
  })
})
