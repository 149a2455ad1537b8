import dayjs from 'dayjs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionLabel, channelLabel, visibleText } from '#shared/format/action-label.ts'
import { badgeText } from '#shared/format/badge-text.ts'
import { formatNumber, shortCount } from '#shared/format/count.ts'
import { dayLabel } from '#shared/format/day-label.ts'
import { listTime } from '#shared/format/list-time.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { formatMoney } from '#shared/format/money.ts'
import { cappedPercent, exactPercent } from '#shared/format/percent.ts'

const now = new Date(2025, 5, 10, 15, 30).getTime()

describe('times', () => {
  test.each([
    ['today, the time', new Date(2025, 5, 10, 0, 5), '12:05 AM'],
    ['yesterday, a minute before midnight', new Date(2025, 5, 9, 23, 59), '09 Jun'],
    ['the first day of this year', new Date(2025, 0, 1), '01 Jan'],
    ['the last day of last year', new Date(2024, 11, 31), '31 Dec, 2024'],
  ])('the list shows %s', (_, at, words) => {
    expect(listTime(at.toISOString(), now)).toBe(words)
  })

  test.each([
    ['missing', null],
    ['empty', ''],
    ['not a date', 'soon'],
  ])('the list says Recently when the instant is %s', (_, at) => {
    expect(listTime(at, now)).toBe('Recently')
    expect(messageTime(at)).toBe('')
  })

  test('a message shows hour and minute without a leading zero', () => {
    expect(messageTime(new Date(2025, 5, 10, 14, 5).getTime())).toBe('2:05 PM')
  })

  test('a day is written with weekday, month, day and year', () => {
    expect(dayLabel(now)).toBe('Tuesday, June 10, 2025')
    expect(dayLabel(Number.NaN)).toBe('')
  })
})

describe('times in New York around a change of the clocks', () => {
  const zone = process.env.TZ
  beforeAll(() => {
    process.env.TZ = 'America/New_York'
  })
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  test.each([
    ['a minute before spring skips an hour', '2025-03-09T06:59:00Z', '1:59 AM'],
    ['a minute later', '2025-03-09T07:00:00Z', '3:00 AM'],
    ['the hour that autumn repeats, first', '2025-11-02T05:30:00Z', '1:30 AM'],
    ['and again', '2025-11-02T06:30:00Z', '1:30 AM'],
  ])('%s', (_, at, words) => {
    expect(messageTime(Date.parse(at))).toBe(words)
  })

  test.each([
    ['the short day from its first minute', '2025-03-09T05:00:00Z', '12:00 AM'],
    ['the minute before it', '2025-03-09T04:59:00Z', '08 Mar'],
  ])('the list shows %s', (_, at, words) => {
    expect(listTime(at, Date.parse('2025-03-10T03:59:00Z'))).toBe(words)
  })

  test('the long day is one day from end to end', () => {
    const [first, last] = ['2025-11-02T04:00:00Z', '2025-11-03T04:59:59Z'].map((at) =>
      dayLabel(Date.parse(at)),
    )
    expect([first, last]).toEqual(['Sunday, November 2, 2025', 'Sunday, November 2, 2025'])
    expect(dayLabel(Date.parse('2025-11-03T05:00:00Z'))).toBe('Monday, November 3, 2025')
  })
})

test('times of any instant are those that their patterns say', () => {
  const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, instant, (at, now) => {
      const time = dayjs(at)
      expect(messageTime(at.toISOString())).toBe(time.format('h:mm A'))
      expect(dayLabel(at.getTime())).toBe(time.format('dddd, MMMM D, YYYY'))
      const pattern = time.isSame(now, 'day')
        ? 'h:mm A'
        : time.isSame(now, 'year')
          ? 'DD MMM'
          : 'DD MMM, YYYY'
      expect(listTime(at.getTime(), now.getTime())).toBe(time.format(pattern))
    }),
  )
})

describe('numbers', () => {
  test.each([
    [184_500, '$184,500'],
    [12.5, '$12.50'],
    [0.999, '$1'],
    [0, '$0'],
    [-0.001, '$0'],
    [-1250, '−$1,250'],
  ])('%d dollars are %s', (amount, words) => expect(formatMoney(amount)).toBe(words))

  test.each([
    [0, '0'],
    [999, '999'],
    [999.6, '1.0K'],
    [1000, '1.0K'],
    [1549, '1.5K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [2_340_000, '2.3M'],
    [-1500, '-1.5K'],
  ])('%d in short is %s', (count, words) => expect(shortCount(count)).toBe(words))

  test.each([
    [0, '0'],
    [99, '99'],
    [100, '99+'],
  ])('%d unread are %s on a badge', (count, words) => expect(badgeText(count)).toBe(words))

  test('a short count never has four digits before the point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_000_000 }), (count) => {
        expect(shortCount(count)).toMatch(/^\d{1,3}(\.\d[KM])?$/)
      }),
    )
  })

  test('numbers and dollars are grouped as en-US groups them', () => {
    const number = new Intl.NumberFormat('en-US')
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (value) => {
        expect(formatNumber(value)).toBe(number.format(value))
        expect(formatNumber(value / 1000)).toBe(number.format(value / 1000).replace(/^-0$/, '0'))
        if (value % 100 !== 0)
          expect(formatMoney(value / 100)).toBe(dollars.format(value / 100).replace('-', '−'))
      }),
    )
  })

  test('a whole count has separators', () => expect(formatNumber(1500)).toBe('1,500'))

  test('a share is rounded and stops at 100, the share of ARV does not', () => {
    expect(cappedPercent(0.716)).toBe('72%')
    expect(cappedPercent(1.4)).toBe('100%')
    expect(exactPercent(0.716)).toBe('71.6%')
    expect(exactPercent(1.0344)).toBe('103.4%')
  })
})

describe('labels', () => {
  test.each([
    ['address_request', 'Address request'],
    ['blast', 'Blast'],
    ['deals_digest', 'Deals digest'],
    ['inquiry', 'Sent an inquiry'],
    ['offer', 'Made an offer'],
    ['constructor', null],
    ['something_new', null],
    [null, null],
  ])('the action %s reads %s', (action, words) => expect(actionLabel(action)).toBe(words))

  test('a channel is shown beside a blast only', () => {
    expect(channelLabel('blast', 'sms')).toBe('SMS')
    expect(channelLabel('blast', 'email')).toBe('Email')
    expect(channelLabel('blast', 'pigeon')).toBeNull()
    expect(channelLabel('offer', 'sms')).toBeNull()
  })

  test('a blast that says just Blast hides its text', () => {
    expect(visibleText('blast', ' Blast ')).toBe('')
    expect(visibleText('blast', 'Blast off')).toBe('Blast off')
    expect(visibleText(null, 'Blast')).toBe('Blast')
  })
})
