/** Phrases that were replaced by plain English do not come back, in what people read and in the code. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FILES = execFileSync(
  'git',
  ['ls-files', 'marketplace', 'server', 'shared', 'widget', 'demo', 'docs', '*.md'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(tsx?|md|html|js)$/.test(file) && file !== 'CHANGELOG.md')

test.each([
  'stands in the conversation',
  'makes an offer stands here',
  'is like that.',
  'Write to who it fits',
  'act again`',
  '(1 or 0)',
  'with commas between',
  'It is written down',
  'Decided ones',
  'Give my place back',
  'offer stands on it',
  'The least is $',
  'The most at once is',
  'gets no more notices',
  'It is yours to do',
  'nobody at your desk',
  'letter that cannot be kept',
  'Let go of one of them',
  'Fits all you ask',
  'a target market of yours',
  'what it rests on',
  'Ask for it back',
  'Besides the bell, by',
  'nobody was told of a message',
  'createSeat',
  'OfferSeat',
  'What you are told',
  'terms that stand already',
  'Whoever registers gets',
])('nothing says "%s"', (phrase) => {
  expect(FILES.filter((file) => readFileSync(ROOT + file, 'utf8').includes(phrase))).toEqual([])
})
