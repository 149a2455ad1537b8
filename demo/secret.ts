/** The node's secret: made once, kept beside the data, readable by its owner alone. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SECRET_BYTES = 32
const OWNER_ONLY = 0o600

/** Rejects when the directory cannot be written. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim() !== '') return kept.trim()
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeFile(path, `${secret}\n`, { mode: OWNER_ONLY })
  return secret
}
