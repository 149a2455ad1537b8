/** How much a disk still takes, and from where on it counts as full. */
import { statfs } from 'node:fs/promises'

/** Two segments of the embedded database's log and the largest upload: what begins above it can end. */
export const SPACE_MIN_BYTES = 64 * 1024 * 1024

/** Null when nobody can say, as for a folder that is not there yet. */
export async function freeBytesOf(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
