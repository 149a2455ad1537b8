// Reads a vitest JSON report: prints "passed failed skipped", and appends each failure with its first lines to a file.
// usage: node .ci/count-report.mjs <report.json> <failures file>
import { appendFileSync, readFileSync } from 'node:fs'

const LINES_SHOWN = 12
const [reportFile, failuresFile] = process.argv.slice(2)
const report = JSON.parse(readFileSync(reportFile, 'utf8'))
const failures = []
const firstLines = (text) => text.split('\n').slice(0, LINES_SHOWN).join('\n    ')

let suitesFailed = 0
for (const suite of report.testResults) {
  const failedTests = suite.assertionResults.filter((test) => test.status === 'failed')
  // A file that fails outside of its tests (a set-up, an import) is one failure of its own.
  if (suite.status === 'failed' && failedTests.length === 0) {
    suitesFailed += 1
    failures.push(`FAILED: ${suite.name}\n    ${firstLines(suite.message ?? '')}`)
  }
  for (const test of failedTests) {
    failures.push(
      `FAILED: ${suite.name}: ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}`,
    )
  }
}
if (failures.length > 0) appendFileSync(failuresFile, `${failures.join('\n')}\n`)
console.log(
  report.numPassedTests,
  report.numFailedTests + suitesFailed,
  report.numPendingTests + report.numTodoTests,
)
