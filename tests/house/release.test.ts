/** One version for package, API description, element and changelog; the release script dates and tags it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '#demo/build-pages.ts'
import packageJson from '../../package.json' with { type: 'json' }

const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

describe('the version', () => {
  it('heads the changelog', () => {
    expect(/^## (\S+), /m.exec(CHANGELOG)?.[1]).toBe(packageJson.version)
  })

  it('is of no other file but what reads package.json', () => {
    for (const file of ['server/core/http/openapi.ts', 'vite.widget.config.ts', 'vite.app.config.ts'])
      expect(readFileSync(join(ROOT, file), 'utf8'), file).toContain('packageJson.version')
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    expect([lock.version, lock.packages[''].version]).toEqual([packageJson.version, packageJson.version])
  })
})

describe('npm run release', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, '.ci/release.mjs'), ...args], { cwd: folder, encoding: 'utf8' })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plat-release-'))
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(folder, file))
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 9.1.0, unreleased\n\n- New.\n')
    git('init', '--quiet')
    git('config', 'user.email', 'tests@plat.example')
    git('config', 'user.name', 'Tests')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Begin')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('dates the changelog, sets the version, commits and tags', () => {
    expect(release('9.1.0')).toMatchObject({ status: 0 })
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    expect(read('CHANGELOG.md')).toMatch(/^## 9\.1\.0, \d{4}-\d\d-\d\d$/m)
    expect(JSON.parse(read('package.json')).version).toBe('9.1.0')
    expect(JSON.parse(read('package-lock.json')).version).toBe('9.1.0')
    expect(git('tag', '--points-at', 'HEAD').trim()).toBe('v9.1.0')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('refuses a version the changelog does not have, one that is there, and a folder with changes', () => {
    expect(release('9.2.0').stderr).toContain('does not begin with "## 9.2.0, unreleased"')
    expect(release('next').stderr).toContain('Name the version')
    git('tag', 'v9.1.0')
    expect(release('9.1.0').stderr).toContain('v9.1.0 is there already')
    writeFileSync(join(folder, 'new.txt'), '')
    expect(release('9.1.0').stderr).toContain('Commit or stash')
    expect(git('rev-list', '--count', 'HEAD').trim()).toBe('1')
  })
})
