import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirInUse, lockDataDir } from '#server/core/database/lock.ts'
import { openDatabase } from '#server/core/database/open.ts'
import { prepareDataDir } from '#tests/support/database.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plat-lock-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** A process that holds the lock and then waits to be killed. */
async function holdElsewhere() {
  const code = `import { lockDataDir } from '#server/core/database/lock.ts'
    await lockDataDir(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

describe('the lock on a data directory', () => {
  it('refuses a second opening and says what to do', async () => {
    const lock = await lockDataDir(dir)
    const second = lockDataDir(dir)
    await expect(second).rejects.toBeInstanceOf(DataDirInUse)
    await expect(second).rejects.toThrow(new RegExp(`in use by process ${process.pid}.*Stop that one first`))
    await lock.release()
    await (await lockDataDir(dir)).release()
  })

  it('of twenty at once exactly one gets it, again and again', async () => {
    for (let round = 0; round < 5; round++) {
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dir)))
      const held = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(held).toHaveLength(1)
      await held[0]?.release()
    }
    expect(await readdir(dir)).toHaveLength(1)
  })

  it('is respected across processes and taken over after kill -9', async () => {
    const child = await holdElsewhere()
    await expect(lockDataDir(dir)).rejects.toThrow(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dir)))
    expect(attempts.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('left by a process whose number another one has now is taken over', async () => {
    await writeFile(join(dir, 'plat.lock.7'), `${process.pid} another-boot:1\n`)
    await (await lockDataDir(dir)).release()
  })

  it('guards the embedded database, which keeps what was written', async () => {
    await prepareDataDir(dir)
    const first = await openDatabase({ dataDir: dir })
    await first.migrate()
    await first.db.insertInto('accounts').values({ title: 'Kept Homes' }).execute()
    await expect(openDatabase({ dataDir: dir })).rejects.toBeInstanceOf(DataDirInUse)
    await first.close()
    const second = await openDatabase({ dataDir: dir })
    await second.migrate()
    const rows = await second.db.selectFrom('accounts').select('title').execute()
    await second.close()
    expect(rows).toEqual([{ title: 'Kept Homes' }])
  }, 60_000)
})
