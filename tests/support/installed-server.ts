/** The server as it is installed: compiled beside the built pages, on an empty data directory of its own. Needs what `npm run build` writes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileServer } from './compile-server.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'

export interface InstalledServer extends NodeProcess {
  readonly dataDir: string
  stop(): Promise<void>
}

export const INSTALLED_ENV = {
  PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
  CAPTCHA_DRIVER: 'none',
  LOG_LEVEL: 'info',
}

export async function startInstalledServer(env: Record<string, string> = {}): Promise<InstalledServer> {
  compileServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'plat-installed-'))
  const node = await startNodeProcess(
    { ...INSTALLED_ENV, PLAT_DATA: dataDir, ...env },
    { program: ['dist/server/main.js'] },
  )
  return {
    ...node,
    // Its own name: pages under another one of this machine are redirected there.
    url: `http://localhost:${node.port}`,
    dataDir,
    async stop() {
      await node.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
