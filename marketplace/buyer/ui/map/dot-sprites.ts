/** A dot of each look as a small picture, to be copied to thousands of places. */
import type { InkColors } from './map-colors.ts'

export interface DotLook {
  readonly fill: 'dot' | 'dotDim' | 'dotPending' | 'dotSold' | 'dotFavorite'
  readonly radiusPx: number
  readonly isHollow: boolean
}

export interface Sprites {
  of(look: DotLook, colors: InkColors): HTMLCanvasElement
}

/** Room for the biggest dot with its rim. */
export const SPRITE_PX = 16

export function createSprites(document: Document, pixelRatio: number): Sprites {
  const made = new Map<string, HTMLCanvasElement>()
  return {
    of(look, colors) {
      const key = `${colors[look.fill]} ${colors.dotRing} ${look.radiusPx} ${look.isHollow}`
      const known = made.get(key)
      if (known) return known
      const sprite = document.createElement('canvas')
      sprite.width = sprite.height = SPRITE_PX * pixelRatio
      draw(sprite, look, { colors, pixelRatio })
      made.set(key, sprite)
      return sprite
    },
  }
}

function draw(
  sprite: HTMLCanvasElement,
  { fill, radiusPx, isHollow }: DotLook,
  { colors, pixelRatio }: { colors: InkColors; pixelRatio: number },
): void {
  const brush = sprite.getContext('2d')
  if (!brush) return
  brush.scale(pixelRatio, pixelRatio)
  brush.arc(SPRITE_PX / 2, SPRITE_PX / 2, radiusPx, 0, 2 * Math.PI)
  brush.fillStyle = isHollow ? colors.dotRing : colors[fill]
  brush.strokeStyle = isHollow ? colors[fill] : colors.dotRing
  brush.lineWidth = isHollow ? 2 : 1.5
  brush.stroke()
  brush.fill()
}
