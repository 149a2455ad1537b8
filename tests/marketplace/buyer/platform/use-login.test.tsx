// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider, useLogin } from '#marketplace/buyer/platform/services-context.tsx'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { render } from '#tests/support/render.tsx'

function Page({ hand }: { hand: (logIn: ReturnType<typeof useLogin>) => void }) {
  hand(useLogin())
  return null
}

test.each(['unknown', 'unreachable'])(
  'who presses while it is %s who they are is asked for no login',
  async (phase) => {
    const state = signal({ phase } as UserState)
    let asked = 0
    const loginPrompt = {
      open: async () => {
        asked++
        return false
      },
    }
    const answers: boolean[] = []
    let logIn: ReturnType<typeof useLogin> | null = null
    const services = { user: { state }, loginPrompt, unsaved: null } as unknown as Services
    await render(
      <ServicesProvider services={services}>
        <Page
          hand={(it) => {
            logIn = it
          }}
        />
      </ServicesProvider>,
    )
    const pressed = (logIn as ReturnType<typeof useLogin> | null)?.().then((answer) => answers.push(answer))
    expect([asked, answers]).toEqual([0, []])
    state.value = { phase: 'user', user: {} } as UserState
    await pressed
    expect([asked, answers]).toEqual([0, [true]])
  },
)
