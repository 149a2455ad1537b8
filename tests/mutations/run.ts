/**
 * Breaks one behavior of the table at a time and runs the tests that protect it: each break must turn one red.
 * `npm run test:mutations`, or with words that a behavior must contain. It writes into the sources and puts them back.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTATIONS, type Mutation } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-mutations-'))
const report = join(folder, 'report.json')

/** A busy machine must not pass for a test that notices. */
const PATIENT = ['--testTimeout', '120000', '--hookTimeout', '600000']

/** The first test that fails, or the first file that cannot even begin; null when all pass. */
function firstFailure(tests: readonly string[]): string | null {
  const vitest = [
    'vitest',
    'run',
    '-c',
    'tests/vitest.config.ts',
    '--project',
    'unit',
    '--bail',
    '1',
    ...PATIENT,
  ]
  spawnSync('npx', [...vitest, '--reporter=json', `--outputFile=${report}`, ...tests], { stdio: 'ignore' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] }
  rmSync(report)
  if (testResults.length === 0) throw new Error(`No test ran of ${tests.join(', ')}.`)
  const red = testResults.find(({ status }) => status === 'failed')
  if (!red) return null
  return red.assertionResults.find(({ status }) => status === 'failed')?.fullName ?? red.message
}

interface FileResult {
  status: string
  message: string
  assertionResults: { status: string; fullName: string }[]
}

/** The test that notices the break, or null. */
function noticedBy({ file, find, replace, tests }: Mutation): string | null {
  const source = readFileSync(file, 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`)
  try {
    writeFileSync(
      file,
      source.replace(find, () => replace),
    )
    return firstFailure(tests)
  } finally {
    writeFileSync(file, source)
  }
}

const words = process.argv.slice(2).join(' ')
const chosen = MUTATIONS.filter(({ behavior }) => behavior.includes(words))
const red = firstFailure([...new Set(chosen.flatMap(({ tests }) => tests))])
if (red) throw new Error(`A test fails although nothing is broken: ${red}`)
let unnoticed = 0
for (const mutation of chosen) {
  const test = noticedBy(mutation)
  if (test === null) unnoticed += 1
  console.log(
    `${test === null ? 'UNNOTICED' : 'noticed'}  ${mutation.behavior}${test === null ? '' : `\n           ${test}`}`,
  )
}
rmSync(folder, { recursive: true })
console.log(`${chosen.length - unnoticed} of ${chosen.length} breaks were noticed`)
process.exitCode = unnoticed === 0 ? 0 : 1
