// @vitest-environment happy-dom
/** A press that needs a login waits until the server has said who is there. */
import { signal } from '@preact/signals-core'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider, useLogin } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { takeNotices } from '#marketplace/kit/ui/toast.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

beforeEach(() => void takeNotices())

function Button({ answers }: { answers: boolean[] }) {
  const logIn = useLogin()
  return (
    <button type="button" onClick={() => void logIn().then((answer) => answers.push(answer))}>
      Save
    </button>
  )
}

function Place({ answers }: { answers: boolean[] }) {
  const [isThere, setThere] = useState(true)
  return isThere ? (
    <>
      <Button answers={answers} />
      <button type="button" onClick={() => setThere(false)}>
        Leave
      </button>
    </>
  ) : null
}

async function page(phase: UserState['phase']) {
  const state = signal({ phase } as UserState)
  const log: string[] = []
  const answers: boolean[] = []
  const services = {
    user: { state, load: async () => void log.push('load') },
    loginPrompt: {
      open: async () => {
        log.push('login')
        return false
      },
    },
    unsaved: null,
  } as unknown as Services
  const box = await render(
    <ServicesProvider services={services}>
      <Place answers={answers} />
    </ServicesProvider>,
  )
  return {
    state,
    log,
    answers,
    press: (name: 'Save' | 'Leave') => doing(() => buttonNamed(box, name).click()),
  }
}

test.each([
  ['unknown', []],
  ['unreachable', ['load']],
] as const)('waits instead of asking for a login while the session is %s', async (phase, asked) => {
  const { state, log, answers, press } = await page(phase)
  await press('Save')
  expect([log, answers]).toEqual([asked, []])
  expect(takeNotices()).toHaveLength(asked.length)
  await doing(() => (state.value = { phase: 'user', user: {} } as UserState))
  expect([log, answers]).toEqual([asked, [true]])
})

test('of two presses while it waits only the last goes on', async () => {
  const { state, log, answers, press } = await page('unknown')
  await press('Save')
  await press('Save')
  await doing(() => (state.value = { phase: 'visitor' }))
  expect([log, answers]).toEqual([['login'], [false, false]])
})

test('nothing goes on once the page was left', async () => {
  const { state, log, answers, press } = await page('unknown')
  await press('Save')
  await press('Leave')
  await doing(() => (state.value = { phase: 'visitor' }))
  expect([log, answers]).toEqual([[], [false]])
})
