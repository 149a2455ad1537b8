import { expect, test } from 'vitest'
import { createLoginPrompt, withoutLogin } from '#marketplace/buyer/platform/login-prompt.ts'

/** A tab's history whose `back` is heard as a browser's is: later. */
function tab(address: string) {
  const entries = [{ address, state: null as unknown }]
  let at = 0
  const url = () => new URL(entries[at]?.address ?? '/', 'https://plat.example')
  const heard: (() => void)[] = []
  const location = {
    get pathname() {
      return url().pathname
    },
    get search() {
      return url().search
    },
    get hash() {
      return url().hash
    },
  }
  const history = {
    get state() {
      return entries[at]?.state
    },
    pushState(state: unknown, _: string, to: string) {
      entries.splice(++at, Number.POSITIVE_INFINITY, { address: to, state })
    },
    replaceState(state: unknown, _: string, to: string) {
      entries[at] = { address: to, state }
    },
    back() {
      at--
      queueMicrotask(() => {
        for (const hear of heard) hear()
      })
    },
  }
  const prompt = createLoginPrompt({ history, location } as Parameters<typeof createLoginPrompt>[0])
  heard.push(() => prompt.follow(location.search))
  return { prompt, history, address: () => url().pathname + url().search + url().hash, entries }
}

test('several who ask at once open one dialog and hear the same answer', async () => {
  const { prompt, entries } = tab('/p/7?a=1#photos')
  const answers = [prompt.open(), prompt.open(), prompt.open()]
  expect(entries.map(({ address }) => address)).toEqual(['/p/7?a=1#photos', '/p/7?a=1&login=true#photos'])
  await prompt.close(true)
  expect(await Promise.all(answers)).toEqual([true, true, true])
})

test('after a login the address is as before, without an entry more', async () => {
  const { prompt, address } = tab('/p/7?a=1#photos')
  const answer = prompt.open()
  await prompt.close(true)
  await answer
  expect(address()).toBe('/p/7?a=1#photos')
  expect(prompt.isOpen.value).toBe(false)
})

test('Back closes it and the interrupted action is called off', async () => {
  const { prompt, history } = tab('/')
  const answer = prompt.open()
  history.back()
  expect(await answer).toBe(false)
})

test('an address that asks for it opens it; closing takes the parameter away in place', async () => {
  const { prompt, address, entries } = tab('/p/7?login=true&a=1')
  prompt.follow('?login=true&a=1')
  expect(prompt.isOpen.value).toBe(true)
  await prompt.close(false)
  expect([address(), entries.length, prompt.isOpen.value]).toEqual(['/p/7?a=1', 1, false])
})

test('following a link away from it closes it', async () => {
  const { prompt } = tab('/')
  const answer = prompt.open()
  prompt.follow('?return_to=%2F')
  expect(await answer).toBe(false)
})

test('why it was opened is forgotten with it', async () => {
  const { prompt } = tab('/')
  void prompt.open({ reason: 'Your session has ended.' })
  expect(prompt.asked.value).toEqual({ reason: 'Your session has ended.' })
  await prompt.close(false)
  expect(prompt.asked.value).toEqual({})
})

test.each([
  ['', ''],
  ['?login=true', ''],
  ['?a=%20&login=true&b', '?a=%20&b'],
])('%s without the dialog is "%s"', (search, rest) => {
  expect(withoutLogin(search)).toBe(rest)
})
