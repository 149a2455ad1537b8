/** The memory of a running process and all that it started, as the kernel counts it. Linux alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 2_000
const LOOKS_MAX = 30
/** Settled when it moved by less than this over three looks. */
const SETTLED_SHARE = 0.01

/** Megabytes of proportional set size (shared pages count by share), once it stands still; the last value after a minute. */
export async function settledMegabytes(pid: number): Promise<number> {
  const seen: number[] = []
  for (let look = 0; look < LOOKS_MAX; look++) {
    await pause(LOOK_MS)
    seen.push(megabytesOf(pid))
    const last = seen.slice(-3)
    if (last.length === 3 && Math.max(...last) - Math.min(...last) < SETTLED_SHARE * Math.max(...last)) break
  }
  return seen.at(-1) ?? Number.NaN
}

export const megabytesOf = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + proportional(one), 0) / 1024

/** Seconds of processor time that a process and all it started have used, those that have ended included. */
export const treeSeconds = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + processorSeconds(one), 0)

/** Fields 14 to 17 of /proc/<pid>/stat, counted behind the command's name: itself and the children it has waited for. */
function processorSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

const TICKS_PER_SECOND = 100

function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1]
      return parent ? [[Number(name), Number(parent)] as const] : []
    })
  const family = [pid]
  for (const one of family) family.push(...parents.filter(([, parent]) => parent === one).map(([id]) => id))
  return family
}

const proportional = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty when the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
