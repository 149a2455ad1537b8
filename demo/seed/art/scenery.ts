/** What stands around every house: sky, clouds, hills, lawn, bushes, a tree. */
import type { Random } from '../random.ts'
import type { Palette } from './palette.ts'
import { ellipse, GROUND, gradient, HEIGHT, path, rect, shape, short, WIDTH } from './pen.ts'

/** The gradients and patterns that drawings refer to by name. */
export function definitions({ sky, wall, brick, roof, lawn }: Palette): string {
  const glass = sky.isDusk ? ['#ffe2a6', '#e9a95d'] : ['#6c8894', '#93acb6', '#3f5660']
  return [
    gradient('sky', [sky.top, sky.middle, sky.low]),
    gradient('glass', glass),
    gradient('wall', wall, true),
    gradient('brickwall', brick, true),
    gradient('roof', roof),
    gradient('lawn', lawn),
    '<pattern id="siding" width="8" height="9" patternUnits="userSpaceOnUse"><path d="M0 8.5h8" stroke="#000" stroke-opacity=".09"/></pattern>',
    '<pattern id="bricks" width="18" height="12" patternUnits="userSpaceOnUse"><path d="M0 .5h18M0 6.5h18M4 0v6M13 6v6" stroke="#fff" stroke-opacity=".13"/></pattern>',
    '<pattern id="shingles" width="14" height="8" patternUnits="userSpaceOnUse"><path d="M0 7.5h14M3 0v8M10 0v4" stroke="#000" stroke-opacity=".13"/></pattern>',
  ].join('')
}

export function background(random: Random, { hills }: Palette): string {
  const clouds = Array.from({ length: random.between(1, 4) }, () => {
    const [x, y] = [random.next() * WIDTH, 30 + random.next() * 90]
    const d = `M${short(x - 70)} ${short(y)}q30-22 62-10q30-22 62 2q40-4 46 12h-190z`
    return path(d, { fill: '#fff', opacity: 0.2 + random.next() * 0.25 })
  })
  const height = 30 + random.next() * 40
  const step = random.between(24, 60)
  const ridge: [number, number][] = [[0, GROUND]]
  for (let x = 0; x <= WIDTH + step; x += step) ridge.push([x, GROUND - height - random.next() * 40])
  ridge.push([WIDTH, GROUND])
  return [
    rect(0, 0, WIDTH, HEIGHT, { fill: 'url(#sky)' }),
    ...clouds,
    shape(ridge, { fill: hills, opacity: 0.75 }),
    rect(0, GROUND - 8, WIDTH, HEIGHT - GROUND + 8, { fill: 'url(#lawn)' }),
  ].join('')
}

/** In front of the house; `free` are the stretches where nothing may grow, as a drive or a door. */
export function foreground(
  random: Random,
  { bush }: Palette,
  free: readonly (readonly [number, number])[] = [],
): string {
  const bushes = Array.from({ length: random.between(4, 10) }, () => {
    const [x, size] = [80 + random.next() * 480, 9 + random.next() * 15]
    if (free.some(([from, to]) => x > from - size && x < to + size)) return ''
    return ellipse(x, GROUND + 2, size * 1.3, size, { fill: random.pick(bush) })
  })
  const d = `M0 ${HEIGHT - 44}q${WIDTH / 2}-18 ${WIDTH} 4v46H0z`
  return [...bushes, tree(random, bush), path(d, { fill: '#000', opacity: 0.07 })].join('')
}

type Bush = Palette['bush']

/** Left or right of the house, with a round crown, a pointed one, or a palm's. */
function tree(random: Random, bush: Bush): string {
  const x = random.between(0, 1) === 1 ? random.between(36, 74) : random.between(572, 606)
  const height = random.between(130, 220)
  const shadow = ellipse(x + 20, GROUND + 34, 92, 10, { fill: '#000', opacity: 0.14 })
  const trunk = rect(x - 6, GROUND - height * 0.45, 12, height * 0.45 + 34, { fill: '#5b4a3a' })
  const kind = random.between(1, 6)
  if (kind === 1) return shadow + trunk + fir(x, height, bush)
  if (kind === 2) return shadow + palm(random, { x, height, bush })
  const crown = Array.from({ length: 12 }, () => {
    const [angle, far] = [random.next() * 2 * Math.PI, random.next() * 54]
    const [cx, cy] = [x + Math.cos(angle) * far, GROUND - height * 0.72 + Math.sin(angle) * far]
    const radius = 24 + random.next() * 22
    return ellipse(cx, cy, radius, radius, { fill: random.pick(bush), opacity: 0.9 })
  })
  return shadow + trunk + crown.join('')
}

const fir = (x: number, height: number, bush: Bush): string =>
  [0, 1, 2]
    .map((level) => {
      const top = GROUND - height - 20 + level * height * 0.24
      const half = 34 + level * 16
      const points = [
        [x, top],
        [x + half, top + height * 0.42],
        [x - half, top + height * 0.42],
      ] as const
      return shape(points, { fill: bush[level % 2] ?? bush[0] })
    })
    .join('')

function palm(random: Random, { x, height, bush }: { x: number; height: number; bush: Bush }): string {
  const top = GROUND - height
  const lean = random.between(-16, 16)
  const trunk = path(
    `M${x} ${GROUND + 30}Q${x + lean} ${short(top + height / 2)} ${x + lean} ${short(top)}`,
    { stroke: '#7a6650', width: 9 },
  )
  const fronds = Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * 2 * Math.PI
    const [dx, dy] = [Math.cos(angle) * 62, Math.sin(angle) * 26 + 14]
    const d = `M${x + lean} ${short(top)}q${short(dx * 0.5)} ${short(dy - 34)} ${short(dx)} ${short(dy)}`
    return path(d, { stroke: bush[index % 3] ?? bush[0], width: 8 })
  })
  return trunk + fronds.join('')
}
