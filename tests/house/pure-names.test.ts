/** The bundler leaves out a call by its name alone (vite.app.config.ts): code that is called for what it does has another name. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { type Node, nameOf, visit } from '#widget/build/source-tree.ts'
import { SCHEMA_BUILDERS } from '../../vite.app.config.ts'

const ROOT = new URL('../../', import.meta.url)

test('no call whose result nobody reads has the name of a schema builder', () => {
  const lost = ['marketplace', 'shared'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const path = `${folder}/${file}`
        return lostCalls(path, readFileSync(new URL(path, ROOT), 'utf8')).map((call) => `${path}: ${call}`)
      }),
  )
  expect(lost).toEqual([])
})

test.each([
  'page.open(7)',
  'void code.resend()',
  'async () => { await email.send() }',
  'isOpen && page.close()',
  'isOpen ? page.close() : null',
  'new page.Visit()',
])('the finder sees %s', (code) => {
  expect(lostCalls('one.ts', code)).toHaveLength(1)
})

test.each(['const id = code.check()', 'onClick(() => page.open(7))', 'model.page.open(7)', 'pages.open(7)'])(
  'the finder lets %s be',
  (code) => {
    expect(lostCalls('one.ts', code)).toEqual([])
  },
)

function lostCalls(file: string, text: string): string[] {
  const lost: string[] = []
  visit(parseSync(file, text).program as unknown as Node, (node) => {
    const isVoid = node.type === 'UnaryExpression' && node.operator === 'void'
    if (isVoid) look(node.argument as Node)
    if (node.type === 'ExpressionStatement') look(node.expression as Node)
  })
  return lost

  function look(node: Node): void {
    const parts = PARTS[node.type]
    if (parts) for (const part of parts) look(node[part] as Node)
    else if (/^(Call|New)Expression$/.test(node.type) && SCHEMA_BUILDERS.includes(rootOf(node)))
      lost.push(text.slice(node.start, node.end).split('\n')[0] ?? '')
  }
}

/** Of an expression whose result is not read, what is not read either. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  AwaitExpression: ['argument'],
  ChainExpression: ['expression'],
  ParenthesizedExpression: ['expression'],
  LogicalExpression: ['right'],
  ConditionalExpression: ['consequent', 'alternate'],
}

/** The name that a call or a member begins with. */
function rootOf(node: Node): string {
  let at: Node | undefined = node
  while (at && at.type !== 'Identifier') at = (at.callee ?? at.object ?? at.expression) as Node | undefined
  return at ? (nameOf(at) ?? '') : ''
}
