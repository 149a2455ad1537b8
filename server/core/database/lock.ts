/**
 * One process per data directory. PGlite has no lock of its own: a second process on the same files loses rows silently.
 * The lock is the file `plat.lock.<n>` with the highest n. Taking it means creating n+1, which exactly one process can;
 * a freed or abandoned lock keeps its number until the next holder tidies up, so no contended name is ever deleted.
 */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  readonly dataDir: string

  constructor(dataDir: string, pid: number | null) {
    const holder = pid === null ? 'another process' : `process ${pid}`
    super(
      `The data directory ${dataDir} is in use by ${holder}. ` +
        'Stop that one first, or choose another directory (--data, PLAT_DATA).',
    )
    this.dataDir = dataDir
  }
}

export interface DataDirLock {
  release(): Promise<void>
}

/** Rejects with `DataDirInUse` while a living process holds it. A lock left by a killed process is taken over. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const last = await highest(dataDir)
    const holder = last === 0 ? null : await livingHolder(pathOf(dataDir, last))
    if (holder !== null) throw new DataDirInUse(dataDir, holder)
    const own = last + 1
    if (!(await create(pathOf(dataDir, own)))) continue
    // A slow starter may have recreated a number that was already tidied away: only the highest counts.
    if ((await highest(dataDir)) !== own) {
      await rm(pathOf(dataDir, own), { force: true })
      continue
    }
    await tidy(dataDir, own)
    return { release: () => writeFile(pathOf(dataDir, own), FREE) }
  }
  throw new DataDirInUse(dataDir, null)
}

const ATTEMPTS = 20
const FREE = 'free\n'
const NAME = /^plat\.lock\.(\d+)$/

const pathOf = (dataDir: string, number: number) => join(dataDir, `plat.lock.${number}`)

async function numbers(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir)
  return names.flatMap((name) => {
    const match = NAME.exec(name)
    return match ? [Number(match[1])] : []
  })
}

const highest = async (dataDir: string) => Math.max(0, ...(await numbers(dataDir)))

async function tidy(dataDir: string, own: number): Promise<void> {
  for (const number of await numbers(dataDir))
    if (number < own) await rm(pathOf(dataDir, number), { force: true })
}

/** Linked into place with its content, so that nobody reads a lock that does not say yet who holds it. */
async function create(path: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.${randomUUID()}`
  await writeFile(draft, `${process.pid} ${await startOf(process.pid)}\n`, { flag: 'wx' })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** The pid that holds this lock file, or null when it is free or its holder is dead. */
async function livingHolder(path: string): Promise<number | null> {
  const content = await readFile(path, 'utf8').catch(() => FREE)
  const [pidText, started] = content.trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return null
  // A number may have been given to another process since: same pid, other start.
  const startedNow = await startOf(pid)
  const isSame =
    started === undefined || started === UNKNOWN || startedNow === UNKNOWN || started === startedNow
  return isSame ? pid : null
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const UNKNOWN = '-'
/** Field 22 of /proc/<pid>/stat, counted behind the closing bracket of the command's name. */
const START_FIELD = 19

/** What tells two processes with the same number apart: boot and start time where /proc has them. */
async function startOf(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD]
    return `${boot.trim()}:${start}`
  } catch {
    return UNKNOWN
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
