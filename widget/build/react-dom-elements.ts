/** Which elements and attributes the messenger draws, and what react-dom knows about others: names are those of its own file. */
import type { Known } from './known-rules.ts'

/** Elements of text, buttons, text fields and pictures; of all others React knows more than what is set on them. */
export const ELEMENTS: Known = {
  cases: {
    setInitialProperties: [
      ...[
        'select',
        'option',
        'dialog',
        'iframe',
        'object',
        'video',
        'audio',
        'image',
        'details',
        'embed',
        'source',
      ],
      ...['link', 'area', 'base', 'br', 'col', 'hr', 'keygen', 'meta', 'param', 'track', 'wbr', 'menuitem'],
      ...['dangerouslySetInnerHTML', 'checked', 'defaultChecked', 'srcSet'],
    ],
    updateProperties: [
      ...[
        'select',
        'option',
        'img',
        'link',
        'area',
        'base',
        'br',
        'col',
        'embed',
        'hr',
        'keygen',
        'meta',
        'param',
      ],
      ...['source', 'track', 'wbr', 'menuitem', 'dangerouslySetInnerHTML', 'checked', 'defaultChecked'],
    ],
    setProp: [
      ...[
        'data',
        'action',
        'formAction',
        'onScroll',
        'onScrollEnd',
        'dangerouslySetInnerHTML',
        'multiple',
        'muted',
      ],
      ...[
        'suppressContentEditableWarning',
        'suppressHydrationWarning',
        'innerHTML',
        'xlinkHref',
        'contentEditable',
      ],
      ...[
        'spellCheck',
        'draggable',
        'autoReverse',
        'externalResourcesRequired',
        'focusable',
        'preserveAlpha',
      ],
      ...['allowFullScreen', 'async', 'autoPlay', 'controls', 'credentialless', 'default', 'defer'],
      ...['disablePictureInPicture', 'disableRemotePlayback', 'formNoValidate', 'loop', 'noModule'],
      ...[
        'open',
        'playsInline',
        'reversed',
        'scoped',
        'seamless',
        'itemScope',
        'capture',
        'download',
        'cols',
        'size',
      ],
      ...['span', 'rowSpan', 'start', 'popover', 'xlinkActuate', 'xlinkArcrole', 'xlinkRole', 'xlinkShow'],
      ...['xlinkTitle', 'xlinkType', 'xmlBase', 'xmlLang', 'xmlSpace', 'is', 'innerText', 'textContent'],
    ],
    restoreStateOfTarget: ['select'],
    completeWork: ['math', 'script', 'select', 2],
    getChildHostContextProd: ['math'],
    commitHostMount: ['select'],
  },
  values: {
    aliases:
      'new Map([["htmlFor", "for"], ["strokeLinecap", "stroke-linecap"], ["strokeLinejoin", "stroke-linejoin"], ["strokeWidth", "stroke-width"]])',
    unitlessNumbers:
      'new Set("aspectRatio columns flex flexGrow flexShrink fontWeight lineClamp lineHeight opacity order scale tabSize zIndex zoom".split(" "))',
  },
  // Names of attributes are those that the screens are written with.
  answers: { isAttributeNameSafe: 'true' },
  bodies: {
    pushHostContainer: `push(rootInstanceStackCursor, nextRootInstance);
    push(contextFiberStackCursor, fiber);
    push(contextStackCursor, 0)`,
    pushHostContext: `var context = getChildHostContextProd(contextStackCursor.current, fiber.type);
    contextStackCursor.current !== context && (push(contextFiberStackCursor, fiber), push(contextStackCursor, context))`,
    popHostContext: `contextFiberStackCursor.current === fiber && (pop(contextStackCursor), pop(contextFiberStackCursor))`,
  },
  text: {
    '"radio" === props.type && null != internalInstance': 'false',
    '"true" === elem.contentEditable)\n  );': 'false)\n  );',
    'if ("selectionStart" in root)\n      var': 'if (true)\n      var',
    'if ("selectionStart" in priorFocusedElem)': 'if (true)',
  },
}
