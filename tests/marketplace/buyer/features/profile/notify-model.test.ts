import { describe, expect, it } from 'vitest'
import { createNotifyModel } from '#marketplace/buyer/features/profile/notifications-partition.tsx'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import { refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const known = (frequency = 'daily'): NotificationPreferencesWire => ({
  cells: [
    { type: 'new_match', channel: 'email', frequency },
    { type: 'review', channel: 'email', frequency: 'instant' },
  ],
  quiet_hours: { from: '22:00', until: '07:00' },
  time_zone: 'America/Chicago',
  can_text: false,
  devices: 0,
  delayed: 0,
  undelivered: 0,
})
const answer = (data: NotificationPreferencesWire): Scripted => ({ data })
const REFUSED: Scripted = refused(422, 'No.', { errors: { cells: ['This value is not allowed.'] } })

async function setUp(...answers: Scripted[]) {
  const { api, calls } = scriptedApi([answer(known()), ...answers])
  const model = createNotifyModel({ api })
  await model.load()
  const mailOfMatches = () => {
    const state = model.state.value
    return state.phase === 'ready' ? state.known.cells[0]?.frequency : state.phase
  }
  return { model, calls, mailOfMatches }
}

describe('what goes where', () => {
  it('a cell shows at once what was chosen, and is told alone', async () => {
    const { model, calls, mailOfMatches } = await setUp(answer(known('weekly')))
    const done = model.set('new_match', 'email', 'weekly')
    expect(mailOfMatches()).toBe('weekly')
    expect(await done).toBe(true)
    expect(calls.at(-1)?.body).toEqual({
      cells: [{ type: 'new_match', channel: 'email', frequency: 'weekly' }],
    })
  })

  it('one that is refused is as before, and why is said', async () => {
    const { model, mailOfMatches } = await setUp(REFUSED)
    expect(await model.set('new_match', 'email', 'weekly')).toBe(false)
    expect([mailOfMatches(), model.problem.value?.text]).toEqual(['daily', 'This value is not allowed.'])
  })

  it('quiet hours are kept as a pair, or ended', async () => {
    const { model, calls } = await setUp(answer(known()), answer(known()))
    await model.setQuietHours({ from: '21:00', until: '06:00' })
    expect(calls.at(-1)?.body).toEqual({ quiet_hours: { from: '21:00', until: '06:00' } })
    await model.setQuietHours(null)
    expect(calls.at(-1)?.body).toEqual({ quiet_hours: { from: null, until: null } })
  })

  it('turning all mails off asks what that changed', async () => {
    const { model, calls, mailOfMatches } = await setUp(
      { message: 'You are unsubscribed.' },
      answer(known('off')),
    )
    expect(await model.setAllMails(false)).toBe(true)
    expect(calls[1]?.body).toEqual({ scope: 'all', is_subscribed: false })
    expect(mailOfMatches()).toBe('off')
  })
})
