/** A process that sends digests and is killed after so many mails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { DatabaseSettings } from '#server/core/database/open-database.ts'

/** Says `mail` before each one that it hands over. */
const WORKER = `
  import { openDatabase } from '#server/core/database/open.ts'
  import { workThrough } from '#tests/server/outreach/digests/many-buyers.ts'
  const { at, nowMs } = JSON.parse(process.env.WORKER)
  const database = await openDatabase(at)
  await workThrough(database, { nowMs, onMail: () => console.log('mail') })
  await database.close()`

/** False when it came to its end before. */
export async function workAndDie(
  at: DatabaseSettings,
  { nowMs, afterMails }: { nowMs: number; afterMails: number },
): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WORKER], {
    env: { ...process.env, WORKER: JSON.stringify({ at, nowMs }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let mails = 0
  for await (const _ of createInterface(child.stdout)) {
    mails += 1
    if (mails === afterMails) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode === 'SIGKILL'
}
