/** What a browser's build leaves out of the contract, compared with the contract's files and their callers. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leanContract, UNREAD } from '#widget/build/lean-endpoints.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const files = (folder: string) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, code: readFileSync(`${ROOT}${folder}/${file}`, 'utf8') }))

test('an endpoint keeps its address and schemas, and loses what only the server reads', () => {
  const code = `/* @__NO_SIDE_EFFECTS__ */
export const send = endpoint({
  name: 'send',
  scopes: ['session', 'view'], // bearer, too
  needs: ({ type }) => (type === 'a' ? 'offer' : null),
  path: '/a/{b}',
  body: z.object({ summary: z.string(), needs: id() }),
  alsoAtRoot: true,
  spec: [
    'GET /a',
  ],
  summary: 'Says {what} it, does.',
})
export const other = wrapped({ summary: 'stays' })
`
  const lean = leanContract('a.ts', code)
  expect(lean.replace(/\s+/g, ' ').trim()).toBe(
    "/* @__NO_SIDE_EFFECTS__ */ export const send = endpoint({ name: 'send', path: '/a/{b}', " +
      "body: z.object({ summary: z.string(), needs: id() }), }) export const other = wrapped({ summary: 'stays' })",
  )
  expect(lean.split('\n').map(({ length }) => length)).toEqual(code.split('\n').map(({ length }) => length))
})

test('every stripped contract file parses, and no endpoint keeps its documentation', () => {
  const contract = files('shared/contract').filter(({ code }) => code.includes('= endpoint({'))
  expect(contract.length).toBeGreaterThan(10)
  for (const { file, code } of contract) {
    const lean = leanContract(file, code)
    expect(parseSync(file, lean).errors, file).toEqual([])
    expect(lean.match(/^ {2}(summary|spec|scopes|needs|alsoAtRoot):/gm) ?? [], file).toEqual([])
    expect(lean.match(/^ {2}path:/gm), file).toEqual(code.match(/^ {2}path:/gm))
  }
})

test('the code that makes the calls reads none of it', () => {
  const reads = new RegExp(`[.'](${UNREAD.join('|')})\\b`)
  const callers = ['shared/api', 'shared/realtime', 'widget/chat', 'widget/element'].flatMap(files)
  expect(callers.length).toBeGreaterThan(20)
  expect(callers.filter(({ code }) => reads.test(code)).map(({ file }) => file)).toEqual([])
})
