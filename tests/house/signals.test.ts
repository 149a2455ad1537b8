/** There is no compiler that subscribes components to signals: one that reads `.value` without useSignals() goes stale. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const SCREENS = ['widget/ui', 'marketplace', 'shared/ui', 'shared/thread']

test('every component that reads a signal subscribes to it', () => {
  const stale = sources().flatMap(({ file, text }) =>
    functionsOf(text)
      .filter(({ body }) => readsSignal(body) && !/\buseSignals\(\)/.test(body))
      .map(({ name }) => `${file}: ${name} reads .value without useSignals()`),
  )
  expect(stale).toEqual([])
})

test('the finder sees a component that forgot', () => {
  const forgot = 'export function Panel({ store }) {\n  return <p>{store.query.value}</p>\n}\n'
  expect(functionsOf(forgot).filter(({ body }) => readsSignal(body))).toHaveLength(1)
})

test('the finder lets effects and fields of forms be', () => {
  const fine =
    'function useIt(store) {\n  useSignalEffect(() => {\n    run(store.query.value)\n  })\n  draft.value = event.currentTarget.value\n}\n'
  expect(functionsOf(fine).filter(({ body }) => readsSignal(body))).toHaveLength(0)
})

function sources(): { file: string; text: string }[] {
  return SCREENS.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  ).map((file) => ({ file, text: readFileSync(new URL(file, ROOT), 'utf8') }))
}

/** Functions that begin at the margin: components, hooks and helpers, each with its own body. */
function functionsOf(text: string): { name: string; body: string }[] {
  return text
    .split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m)
    .map((body) => ({ name: /^(?:export )?(?:function|const) (\w+)/.exec(body)?.[1] ?? '', body }))
    .filter(({ name }) => /^([A-Z]|use[A-Z])/.test(name))
}

/** A read of `.value` outside effects; a form field's value and a write are none. */
function readsSignal(body: string): boolean {
  const outside = body.replace(/useSignalEffect\(\(\) => \{[\s\S]*?\n {2}\}\)/g, '')
  return /(?<!currentTarget)\.value\b(?!\s*=[^=])/.test(outside)
}
