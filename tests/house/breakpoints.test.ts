/** A class with a breakpoint that its app's theme does not have makes no CSS: it would silently do nothing. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const BUYER = 'marketplace/buyer/app/main.css'
const SELLER = 'marketplace/seller/main.css'

/** Each stylesheet with the folders whose classes it must know; what apps share is written for both. */
const SHEETS = [
  [BUYER, ['marketplace/buyer', 'marketplace/kit', 'shared/ui']],
  [
    SELLER,
    [
      'marketplace/seller',
      'marketplace/admin',
      'marketplace/kit',
      'shared/ui',
      'shared/thread/offer',
      'shared/thread/attachments',
      'shared/thread/linked-text.tsx',
    ],
  ],
] as const

const namesIn = (css: string) => [...css.matchAll(/--breakpoint-(\w+):/g)].map(([, name = '']) => name)
const ANY = new Set(['sm', 'md', 'lg', 'xl', '2xl', ...SHEETS.flatMap(([sheet]) => namesIn(read(sheet)))])

test.each(SHEETS)('%s has every breakpoint that its classes use', (sheet, folders) => {
  const known = namesIn(read(sheet))
  expect(known).not.toEqual([])
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' })
  const unknown = files
    .split('\n')
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<=["'`\s])(?:max-)?(\w+):(?=[\w[-])/g)]
        .filter(([, name = '']) => ANY.has(name) && !known.includes(name))
        .map(([used]) => `${file}: ${used}`),
    )
  expect(unknown).toEqual([])
})
