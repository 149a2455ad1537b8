/**
 * Makes the messenger's stylesheet small: what its browsers know is said without the fallback, a length that follows from the
 * spacing is that length, and of the reset what the messenger renders is left. Each must find its pattern, as in shadow-css.ts.
 */

const MIXES = /@supports \(color:\s*color-mix\(in lab,\s*red,\s*red\)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g
/** A declaration and the same property said once more by the next rule of the same selector. */
const SAID_TWICE = /([^{};]+)\{((?:[^{}]*;)?)(--[\w-]+):[^{};]+;?\}\1\{(\3:[^{}]*)\}/g
/** With the prefix that Safari wants, once for each browser that does not. */
const SAID_AGAIN = /(-webkit-[\w-]+:[^;{}]+;)\1+/g
const SPACING_PX = 4
const SPACING = /calc\(var\(--spacing\) \* (-?[\d.]+)\)|var\(--spacing\)/g

/** From the first to the last rule of Tailwind's reset but the one for everything. */
const RESET = /html,:host\{[\s\S]*?(?=\[hidden\]:where\()/
/** Of it: h2, h3, p, a, lists, pictures, and fields of text. */
const OWN_RESET =
  'h2,h3{font-size:inherit;font-weight:inherit}a{color:inherit;text-decoration:inherit}ol,ul{list-style:none}img,svg{vertical-align:middle;display:block}img{max-width:100%;height:auto}button,input,textarea{font:inherit;letter-spacing:inherit;color:inherit;background-color:#0000;border-radius:0}:-moz-ui-invalid{box-shadow:none}button{appearance:button}'

export function leanCss(css: string): string {
  const steps: readonly (readonly [found: RegExp, put: string | ((...found: string[]) => string)])[] = [
    [MIXES, (_, rules = '') => rules],
    [SAID_TWICE, '$1{$2$4}'],
    [SPACING, (_, times = '1') => `${Number(times) * SPACING_PX}px`],
    [RESET, OWN_RESET],
    [SAID_AGAIN, '$1'],
  ]
  return steps.reduce((rest, [found, put]) => {
    const next = rest.replace(found, put as string)
    if (next === rest)
      throw new Error(`messenger.css: nothing to make small for ${found}; Tailwind prints something new`)
    return next
  }, css)
}
