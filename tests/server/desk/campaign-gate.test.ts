import { expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '#server/config/limits.ts'
import { createCampaignGate } from '#server/desk/campaign-gate.ts'

const [HOMES, RIVAL] = [1, 2]

it('an account has one campaign going out at a time, whatever the others do', async () => {
  const gate = createCampaignGate(DEFAULT_LIMITS)
  let finish = (_sent: number) => {}
  const first = gate(HOMES, () => new Promise<number>((resolve) => (finish = resolve)))
  await expect(gate(HOMES, async () => 1)).rejects.toMatchObject({ status: 409 })
  expect(await gate(RIVAL, async () => 2)).toBe(2)
  finish(3)
  expect(await first).toBe(3)
  expect(await gate(HOMES, async () => 4)).toBe(4)
})

it('a campaign that failed does not stand in the way of the next', async () => {
  const gate = createCampaignGate(DEFAULT_LIMITS)
  await expect(gate(HOMES, () => Promise.reject(new Error('the database is gone')))).rejects.toThrow('gone')
  expect(await gate(HOMES, async () => 1)).toBe(1)
})
