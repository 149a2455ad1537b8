// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { useAction } from '#marketplace/kit/use-action.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { OFFLINE, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render, the } from '#tests/support/render.tsx'

interface SaveProps {
  work: () => Promise<unknown>
  ended: (isDone: boolean | 'bug') => void
}

function Save({ work, ended }: SaveProps) {
  const { isBusy, errorMessage, run } = useAction()
  return (
    <>
      <button type="button" onClick={() => void run(work).then(ended, () => ended('bug'))}>
        Save
      </button>
      <p role="status">{isBusy ? 'Saving' : ''}</p>
      <p role="alert">{errorMessage}</p>
    </>
  )
}

const CASES: [string, () => Promise<unknown>, boolean | 'bug', string][] = [
  ['a success', async () => ({ data: 1 }), true, ''],
  ['a problem', async () => 'Choose a name.', false, 'Choose a name.'],
  [
    'a server that cannot be reached',
    () => Promise.reject(new ApiError('saveDeal', OFFLINE)),
    false,
    'Plat cannot be reached. Nothing is lost: try again in a moment.',
  ],
  ['a bug', () => Promise.reject(new TypeError('no such field')), 'bug', 'Something in this page is broken.'],
]

test.each(CASES)(
  'after %s the action is over, and says what went wrong',
  async (_case, work, result, text) => {
    const ends: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const box = await render(<Save work={() => held.then(work)} ended={(isDone) => ends.push(isDone)} />)
    await doing(() => buttonNamed(box, 'Save').click())
    expect(the(box, '[role=status]').textContent).toBe('Saving')
    await doing(release)
    await expect.poll(() => ends).toEqual([result])
    expect(the(box, '[role=status]').textContent).toBe('')
    expect(the(box, '[role=alert]').textContent).toBe(text)
  },
)

test.each([
  ['names a field', { name: ['Enter a name.'] } as Record<string, string[]>, 'Name'],
  ['names none', {}, 'Save'],
])('a refusal that %s leaves the focus at the right place', async (_which, errors, focused) => {
  const failure = refused(422, 'Refused.', { errors })
  const work = () => Promise.reject(new ApiError('saveDeal', failure))
  const box = await render(
    <>
      <input aria-label="Name" aria-invalid="true" />
      <Save work={work} ended={() => {}} />
    </>,
  )
  buttonNamed(box, 'Save').focus()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await doing(() => buttonNamed(box, 'Save').click())
  vi.runAllTimers()
  expect(the(box, '[role=alert]').textContent).not.toBe('')
  const active = document.activeElement
  expect(active?.getAttribute('aria-label') ?? active?.textContent).toBe(focused)
})
