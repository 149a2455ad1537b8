/**
 * The file tree of the image, by the steps of the Dockerfile in a temporary folder, without Docker. What this machine has is not made again:
 * packages of the same lock, and what `npm run build` makes of the same files.
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { ROOT } from '#demo/build-pages.ts'
import { DOCKERFILE } from './compose-file.ts'
import { onAnyMachine } from './run-folder.ts'

/** The user `node` of the official image. Only root can start a process as another user. */
export const IMAGE_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

export interface Image {
  /** In the place of `/`. */
  readonly root: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  /** Steps that were not made, with the reason. */
  readonly skipped: readonly string[]
  remove(): void
}

interface Stage {
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  command: string[]
  healthCheck: string[]
}

const IGNORED = readFileSync(join(ROOT, 'server/deploy/Dockerfile.dockerignore'), 'utf8').trim().split('\n')
/** Written by `npm run build`. */
const BUILT = ['widget', 'app', 'drawing', 'seller', 'admin', 'server', 'seed-demo', '.stamp']
const BUILD = `const { buildPages, buildServer } = await import('./demo/build-pages.ts')
await buildPages({ onProgress: console.log })
await buildServer()`

export function makeImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), 'plat-image-'))
  chmodSync(folder, 0o755)
  const remove = () => {
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true })
  }
  try {
    const stages = new Map<string, Stage>()
    const skipped: string[] = []
    for (const line of instructionsOf(DOCKERFILE)) follow(line, { folder, stages, skipped })
    const stage = [...stages.values()].at(-1)
    if (!stage) throw new Error('The Dockerfile has no FROM.')
    // The container is read-only, and its user does not own the files.
    execFileSync('chmod', ['-R', 'a-w', join(stage.root, stage.workdir)])
    return { ...stage, skipped, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Without comments, each on one line. */
const instructionsOf = (text: string) =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')

interface Making {
  folder: string
  stages: Map<string, Stage>
  skipped: string[]
}

function follow(line: string, { folder, stages, skipped }: Making): void {
  const [, name = '', rest = ''] = /^(\w+) (.+)$/.exec(line) ?? []
  const stage = [...stages.values()].at(-1)
  if (name === 'FROM') {
    const [, node = '', as = ''] = /^node:(\d+)-\S+ AS (\w+)$/.exec(rest) ?? []
    if (as === '') throw unknown(line)
    stages.set(as, startStage(join(folder, as), node))
    return
  }
  if (!stage) throw unknown(line)
  switch (name) {
    case 'WORKDIR':
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
      return
    case 'ENV':
      Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
      return
    case 'USER':
      stage.user = rest
      return
    case 'COPY':
      copy(rest.split(' '), stage, stages)
      return
    case 'RUN':
      for (const command of rest.split(' && ')) {
        const why = run(command, stage)
        if (why) skipped.push(`${command}: ${why}`)
      }
      return
    case 'CMD':
      stage.command = JSON.parse(rest)
      return
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(rest.split(' CMD ')[1] ?? '')
      return
    case 'EXPOSE':
      return
    default:
      throw unknown(line)
  }
}

const unknown = (line: string) => new Error(`tests/support/image-tree.ts cannot follow: ${line}`)

/** The base image, of which only Node is here. */
function startStage(root: string, version: string): Stage {
  const place = join(ROOT, `dist/node-${version}`)
  const node = join(place, 'node_modules/node/bin/node')
  if (!existsSync(node))
    execFileSync('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', `node@${version}`], {
      env: onAnyMachine(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const bin = join(root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  cpSync(node, join(bin, 'node'))
  const env = { PATH: `${bin}:${process.env.PATH}` }
  return { root, workdir: '/', env, user: 'root', command: [], healthCheck: [] }
}

function copy(words: string[], stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  const paths = from === undefined ? words : words.slice(1)
  const target = join(stage.root, stage.workdir, paths.at(-1) ?? '')
  for (const path of paths.slice(0, -1)) {
    if (from !== undefined) {
      cpSync(join(stages.get(from)?.root ?? from, path), target, { recursive: true })
    } else if (path === '.') {
      cpSync(ROOT, target, { recursive: true, filter: (source) => !isIgnored(relative(ROOT, source)) })
    } else {
      cpSync(join(ROOT, path), join(target, path))
    }
  }
}

const isIgnored = (path: string) =>
  IGNORED.some((pattern) =>
    pattern.startsWith('**/') ? path.split(sep).at(-1) === pattern.slice(3) : path === pattern,
  )

/** Returns why it was not run. */
function run(command: string, { root, workdir, env }: Stage): string | null {
  const cwd = join(root, workdir)
  const at: ExecFileSyncOptions = {
    cwd,
    env: { ...onAnyMachine(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  }
  if (/^(apt-get|rm -rf \/var\/lib\/apt) ?/.test(command)) return 'packages of another Debian'
  if (command === 'npm cache clean --force') return 'the cache is this machine’s'
  if (command === 'npm ci') {
    if (!readFileSync(join(cwd, 'package-lock.json')).equals(readFileSync(join(ROOT, 'package-lock.json'))))
      throw new Error('Not the lock of the packages in node_modules.')
    symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'))
    return 'the packages of the same lock are in the project'
  }
  if (command === 'npm run build') {
    for (const name of BUILT.filter((one) => existsSync(join(ROOT, 'dist', one))))
      cpSync(join(ROOT, 'dist', name), join(cwd, 'dist', name), { recursive: true })
    execFileSync('node', ['--import', 'tsx', '--input-type=module', '--eval', BUILD], at)
    return null
  }
  if (command.startsWith('npm ci ')) {
    const [program = '', ...args] = command.split(' ')
    execFileSync(program, [...args, '--prefer-offline'], at)
    return null
  }
  if (!/^(install|printf|chmod) /.test(command)) throw unknown(command)
  const owner = IMAGE_USER.uid === undefined ? '' : ` -o ${IMAGE_USER.uid} -g ${IMAGE_USER.gid}`
  const moved = command.replace(' -o node -g node', owner).replaceAll(/(?<= )\/(?!bin\/)/g, `${root}/`)
  execFileSync('/bin/sh', ['-c', moved], at)
  return null
}
