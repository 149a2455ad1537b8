// `npm run release -- 0.8.0`: dates the changelog's newest section, sets the one version, commits and tags. Pushes nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const CHANGELOG = 'CHANGELOG.md'
const [version = ''] = process.argv.slice(2)
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const refuse = (why) => {
  console.error(why)
  process.exit(1)
}

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version: npm run release -- 0.8.0')
if (git('status', '--porcelain') !== '') refuse('Commit or stash what is changed first.')
if (git('tag', '--list', `v${version}`) !== '') refuse(`v${version} is there already.`)
const changelog = readFileSync(CHANGELOG, 'utf8')
const [heading, newest] = /^## (\S+), unreleased$/m.exec(changelog) ?? []
if (newest !== version || /^## .+$/m.exec(changelog)?.[0] !== heading)
  refuse(`${CHANGELOG} does not begin with "## ${version}, unreleased".`)

const today = new Date().toISOString().slice(0, 10)
writeFileSync(CHANGELOG, changelog.replace(heading, `## ${version}, ${today}`))
const npm = ['version', version, '--no-git-tag-version', '--allow-same-version']
execFileSync('npm', npm, { stdio: 'ignore' })
git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Plat ${version}`)
console.log(`Tagged v${version}. Publish it with: git push --follow-tags`)
