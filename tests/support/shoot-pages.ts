/** Pictures of every page, as sheets of a few, and what a machine finds wrong with each. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import sharp, { type OverlayOptions } from 'sharp'
import { axe } from './axe.ts'
import { type OpenSettings, openPages } from './open-pages.ts'
import { pageFaults } from './page-faults.ts'

/** `shown`: px of a picture's width on its sheet; what is lower than `tallest` is left out. */
const SIZES = {
  '1440': { size: { width: 1440, height: 900 }, shown: 700, tallest: 920, perSheet: 4 },
  '1280': { size: { width: 1280, height: 800 }, shown: 700, tallest: 920, perSheet: 4 },
  // 1440 by 900 px at 200 %.
  zoom: { size: { width: 720, height: 450 }, shown: 520, tallest: 800, perSheet: 6 },
  '390': { size: { width: 390, height: 844 }, shown: 390, tallest: 1500, perSheet: 4 },
  '320': { size: { width: 320, height: 640 }, shown: 320, tallest: 1500, perSheet: 5 },
} as const

/** A width and a theme. */
export type Look = `${keyof typeof SIZES}-${'light' | 'dark'}`

export const LOOKS: readonly Look[] = (['1440', '1280', 'zoom', '390', '320'] as const).flatMap((size) => [
  `${size}-light` as const,
  `${size}-dark` as const,
])

const GAP = 12
const SHEET_WIDTH_MAX = 1_660
const LABEL_HEIGHT = 18

interface ShootSettings extends OpenSettings {
  folder: string
  looks: readonly Look[]
}

/** Writes the sheets and `faults.txt` into the folder. */
export async function shootPages(settings: ShootSettings): Promise<void> {
  const { folder, looks } = settings
  await mkdir(folder, { recursive: true })
  const sheets = new Map<string, Buffer[]>()
  const faults = new Map<string, string[]>()
  for await (const { name, page, pageErrors } of openPages(settings)) {
    const note = (lines: readonly string[], at: string) => {
      for (const line of new Set(lines))
        faults.set(`${name}: ${line}`, [...(faults.get(`${name}: ${line}`) ?? []), at])
    }
    for (const look of looks) {
      const [width, theme] = look.split('-') as [keyof typeof SIZES, 'light' | 'dark']
      const { size, shown, tallest, perSheet } = SIZES[width]
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.waitForTimeout(300)
      note(await page.evaluate(pageFaults), look)
      note(await axeFaults(page), look)
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
      const pictures = sheets.get(look) ?? []
      pictures.push(await shrink(picture, name, shown, tallest))
      sheets.set(look, pictures)
      const from = Math.floor((pictures.length - 1) / perSheet) * perSheet
      const path = `${folder}${look}-${String(from / perSheet + 1).padStart(2, '0')}.png`
      await writeSheet(path, pictures.slice(from))
    }
    note(pageErrors, 'the console')
    process.stdout.write(`${name}\n`)
    await writeFile(
      `${folder}faults.txt`,
      [...faults].map(([fault, at]) => `${fault} [${at.join(', ')}]\n`),
    )
  }
}

async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await axe(page).withRules(['color-contrast', 'target-size']).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`))
}

/** With its name above it. */
async function shrink(picture: Buffer, name: string, width: number, tallest: number): Promise<Buffer> {
  const small = await sharp(picture).resize({ width }).toBuffer({ resolveWithObject: true })
  const height = Math.min(small.info.height, tallest)
  const words = `<text x="4" y="13" font-size="12" font-family="sans-serif">${name}</text>`
  const label = `<svg width="${width}" height="${LABEL_HEIGHT}"><rect width="100%" height="100%" fill="#ffb"/>${words}</svg>`
  const cut = await sharp(small.data).extract({ left: 0, top: 0, width, height }).toBuffer()
  return sharp(cut)
    .extend({ top: LABEL_HEIGHT, background: '#888' })
    .composite([{ input: Buffer.from(label), left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Side by side, in rows. */
async function writeSheet(path: string, pictures: readonly Buffer[]): Promise<void> {
  let [left, top, tall, wide] = [0, 0, 0, 0]
  const placed: OverlayOptions[] = []
  for (const input of pictures) {
    const { width = 0, height = 0 } = await sharp(input).metadata()
    if (left + width > SHEET_WIDTH_MAX) [left, top, tall] = [0, top + tall + GAP, 0]
    placed.push({ input, left, top })
    left += width + GAP
    tall = Math.max(tall, height)
    wide = Math.max(wide, left)
  }
  const create = { width: wide, height: top + tall, channels: 3, background: '#888' } as const
  await sharp({ create }).composite(placed).png().toFile(path)
}
