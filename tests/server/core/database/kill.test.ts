import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import { prepareDataDir } from '#tests/support/database.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plat-kill-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Writes messages one after the other and prints the id of each once it is committed. */
const WRITER = `
  import { openDatabase } from '#server/core/database/open.ts'
  import { openConversation } from '#server/accounts/login/open-conversation.ts'
  import { insertMessage } from '#server/messaging/insert-message.ts'
  const { db, migrate } = await openDatabase({ dataDir: process.env.WRITER_DIR })
  await migrate()
  const { id: customerId } = await db.insertInto('customers').values({ name: 'Dana', email: 'd@example.com' }).returning('id').executeTakeFirstOrThrow()
  const { id: accountId } = await db.insertInto('accounts').values({ title: 'Homes' }).returning('id').executeTakeFirstOrThrow()
  await openConversation(db, { customerId, accountId })
  for (;;) {
    const { id } = await insertMessage(db, { customerId, accountId, type: 'outbound', body: 'Hi' })
    console.log(id)
  }`

describe('after kill -9 in mid-conversation', () => {
  it('every acknowledged message is there, in order, and the counts agree with the rows', async () => {
    await prepareDataDir(dir)
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER], {
      env: { ...process.env, WRITER_DIR: dir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const acknowledged: number[] = []
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(Number(line))
      if (acknowledged.length === 200) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')

    const { db, migrate, close } = await openDatabase({ dataDir: dir })
    await migrate()
    const rows = await db.selectFrom('messages').select('id').orderBy('sort_at').execute()
    const chat = await db.selectFrom('chats').selectAll().executeTakeFirstOrThrow()
    await close()
    const ids = rows.map((row) => row.id)
    expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(chat).toMatchObject({ last_message_id: ids.at(-1), customer_unread_count: ids.length })
  }, 60_000)
})
