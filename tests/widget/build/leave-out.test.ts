import { expect, test } from 'vitest'
import type { Known } from '#widget/build/known-rules.ts'
import { joined, leaveOut } from '#widget/build/leave-out.ts'

/** What `run` of the rewritten file answers with. */
function answer(code: string, known: Known, ...given: unknown[]): unknown {
  return new Function('given', `${leaveOut('a-library.js', code, known)};return run(...given)`)(given)
}

const cases: { name: string; code: string; known: Known; given?: unknown[]; is: unknown }[] = [
  {
    name: 'a variable is its one value wherever it is read, and no longer set',
    code: 'var is = 1; function run() { is = 2; return { is: is } }',
    known: { names: { is: '7' } },
    is: { is: 7 },
  },
  {
    name: 'a parameter of the same name stays',
    code: 'var is = 1; function run(is) { return is }',
    known: { names: { is: '7' } },
    given: [3],
    is: 3,
  },
  {
    name: 'names that every object has are not mistaken for known ones',
    code: 'function toString() { return 4 } function run() { return toString() }',
    known: { names: {} },
    is: 4,
  },
  {
    name: 'a variable begins with another value',
    code: 'var a = far(), b = a + 1; function run() { return b }',
    known: { values: { a: '1' } },
    is: 2,
  },
  {
    name: 'a property is its one value, and no longer set',
    code: 'function run(x) { x.old |= 4; x.old = 4; return [x.old, x.kept] }',
    known: { properties: { old: '0' } },
    given: [{ old: 1, kept: 2 }],
    is: [0, 2],
  },
  {
    name: 'a call has its one answer and is not made',
    code: 'function far() { throw 1 } function run() { return far(far()) }',
    known: { answers: { far: '"near"' } },
    is: 'near',
  },
  {
    name: 'a function has another body',
    code: 'function add(a, b) { return a + b } function run() { return add(2, 3) }',
    known: { bodies: { add: 'return a * b' } },
    is: 6,
  },
  {
    name: 'a kind that is never made is never met',
    code: 'function run(x) { var tag = x.tag; return [x.tag === 5, 5 !== tag, 5 === x.size] }',
    known: { tags: [5] },
    given: [{ tag: 5, size: 5 }],
    is: [false, true, true],
  },
  {
    name: 'a bit that is never set is never met',
    code: 'function run(x) { x |= 8; return [x & 8, (x & 8) === x, 0 !== (x & 4)] }',
    known: { bits: [8] },
    given: [4],
    is: [0, false, true],
  },
  {
    name: 'a case that is left out leaves its variables, and what goes on into it its text',
    code: `function run(x) { var log = []; switch (x.tag) {
      case 1: var a = 1; break
      case 2: log.push('two')
      case 3: log.push('three'); break
      case 4: a = 4; log.push(a) }
      return log }`,
    known: { tags: [1, 3] },
    given: [{ tag: 2 }],
    is: ['two', 'three'],
  },
  {
    name: 'cases are left out in the function of that name and where it has functions inside',
    code: `function other(x) { switch (x) { case 'a': return 1 } return 0 }
      function run() { function inner(x) { switch (x) { case 'a': return 1 } return 0 } return [inner('a'), other('a')] }`,
    known: { cases: { run: ['a'] } },
    is: [0, 1],
  },
  {
    name: 'entries of objects are left out',
    code: 'function run() { return { a: 1, b: 2 } }',
    known: { keys: ['a'] },
    is: { b: 2 },
  },
  {
    name: 'a class of the old kind is left out with its prototype',
    code: 'function Old() {} Old.prototype.is = far(); function run() { return typeof Old }',
    known: { absent: ['Old'] },
    is: 'undefined',
  },
  {
    name: 'only what is taken is exported',
    code: 'var exports = {}; exports.a = 1; exports.b = 2; function run() { return exports }',
    known: { exports: ['b'] },
    is: { b: 2 },
  },
]

test.each(cases)('$name', ({ code, known, given = [], is }) => {
  expect(answer(code, known, ...given)).toEqual(is)
})

test('whoever calls what is not called after all is told so', () => {
  const code = 'function far() {} function run() { far() }'
  expect(() => answer(code, { uncalled: ['far'] })).toThrow('built without far')
})

test.each<[string, Known]>([
  ['gone', { names: { gone: '1' } }],
  ['gone', { answers: { gone: '1' } }],
  ['gone', { bodies: { gone: '' } }],
  ['gone', { properties: { gone: '1' } }],
  ['gone', { cases: { gone: [1] } }],
  ['gone', { keys: ['gone'] }],
  ['gone', { exports: ['gone'] }],
  ['99', { tags: [99] }],
  ['twice', { names: { twice: '1' } }],
  ['var b', { text: { 'var b': 'var a' } }],
  ['var ', { text: { 'var ': 'let ' } }],
])('a file without %s fails the build by that name: %o', (name, known) => {
  const code = 'var twice = 1; function run() { var twice = 2; return twice }'
  expect(() => leaveOut('a-library.js', code, known)).toThrow(new RegExp(`a-library\\.js.*${name}`))
})

test('two parts do not say something about the same name', () => {
  expect(joined([{ tags: [1] }, { tags: [2], names: { a: '1' } }])).toEqual({
    tags: [1, 2],
    names: { a: '1' },
  })
  expect(() => joined([{ names: { a: '1' } }, { names: { a: '2' } }])).toThrow('names: a')
})
