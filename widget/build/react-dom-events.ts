/** Which events React listens to for the messenger, and what it then no longer needs: names are those of react-dom's own file. */
import type { Known } from './known-rules.ts'

/** Listened to: more of them cost time when the messenger opens. All of them are ones that a person makes, but for `error`. */
export const EVENTS = ['click', 'error', 'keyDown', 'submit'] as const

export const EVENT_PARTS: Known = {
  values: {
    simpleEventPluginEvents: JSON.stringify(EVENTS),
    nonDelegatedEvents: 'new Set(["error", "invalid"])',
    mediaEventTypes: '[]',
  },
  names: {
    isInputEventSupported: 'true',
    canUseCompositionEvent: 'true',
    canUseTextInputEvent: 'true',
    useFallbackCompositionData: 'false',
    skipSelectionChangeEvent: 'false',
    passiveBrowserEventsSupported: 'false',
  },
  answers: { getVendorPrefixedEventName: '""', isCustomElement: 'false' },
  pure: ['createSyntheticEvent', 'makePrefixMap'],
  bodies: {
    getEventPriority: 'return "error" === domEventName ? 32 : 2',
    listenToAllSupportedEvents: `if (rootContainerElement[listeningMarker]) return;
    rootContainerElement[listeningMarker] = true;
    allNativeEvents.forEach(function (name) {
      nonDelegatedEvents.has(name) || listenToNativeEvent(name, false, rootContainerElement);
      listenToNativeEvent(name, true, rootContainerElement);
    })`,
  },
  cases: {
    dispatchEventForPluginEventSystem: [
      ...[
        'keypress',
        'keyup',
        'beforeblur',
        'afterblur',
        'auxclick',
        'dblclick',
        'mousemove',
        'mouseout',
        'mouseover',
      ],
      ...[
        'contextmenu',
        'drag',
        'dragend',
        'dragenter',
        'dragexit',
        'dragleave',
        'dragover',
        'dragstart',
        'drop',
      ],
      ...[
        'mousedown',
        'mouseup',
        'touchcancel',
        'touchend',
        'touchmove',
        'touchstart',
        'scroll',
        'scrollend',
        'wheel',
      ],
      ...[
        'ANIMATION_END',
        'ANIMATION_ITERATION',
        'ANIMATION_START',
        'TRANSITION_END',
        'copy',
        'cut',
        'paste',
      ],
      ...[
        'gotpointercapture',
        'lostpointercapture',
        'pointercancel',
        'pointerdown',
        'pointermove',
        'pointerout',
      ],
      ...['pointerover', 'pointerup', 'toggle', 'beforetoggle'],
    ],
  },
  text: {
    'if (canUseDOM)\n  try {\n    var options': 'if (false)\n  try {\n    var options',
    'canUseDOM &&\n  ((style = document': 'false &&\n  ((style = document',
    'canUseDOM &&\n  "documentMode" in document &&\n  (documentMode': 'false &&\n  (documentMode',
    'var isInputEventSupported = !1;\nif (canUseDOM) {': 'var isInputEventSupported = !1;\nif (false) {',
    'simpleEventPluginEvents.push("scrollEnd");': '',
    'registerSimpleEvent(ANIMATION_END, "onAnimationEnd");': '',
    'registerSimpleEvent(ANIMATION_ITERATION, "onAnimationIteration");': '',
    'registerSimpleEvent(ANIMATION_START, "onAnimationStart");': '',
    'registerSimpleEvent("dblclick", "onDoubleClick");': '',
    'registerSimpleEvent(TRANSITION_RUN, "onTransitionRun");': '',
    'registerSimpleEvent(TRANSITION_START, "onTransitionStart");': '',
    'registerSimpleEvent(TRANSITION_CANCEL, "onTransitionCancel");': '',
    'registerSimpleEvent(TRANSITION_END, "onTransitionEnd");': '',
    'registerDirectEvent("onMouseEnter", ["mouseout", "mouseover"]);': '',
    'registerDirectEvent("onMouseLeave", ["mouseout", "mouseover"]);': '',
    'registerDirectEvent("onPointerEnter", ["pointerout", "pointerover"]);': '',
    'registerDirectEvent("onPointerLeave", ["pointerout", "pointerover"]);': '',
    '"change click focusin focusout input keydown keyup selectionchange".split(" ")': '["change", "input"]',
    'registerTwoPhaseEvent(\n  "onSelect",': 'false && (\n  "onSelect",',
    'registerTwoPhaseEvent("onBeforeInput", [': 'false && ("onBeforeInput", [',
    'registerTwoPhaseEvent(\n  "onCompositionEnd",': 'false && (\n  "onCompositionEnd",',
    'registerTwoPhaseEvent(\n  "onCompositionStart",': 'false && (\n  "onCompositionStart",',
    'registerTwoPhaseEvent(\n  "onCompositionUpdate",': 'false && (\n  "onCompositionUpdate",',
    // Entering and leaving.
    'if (\n          SyntheticEventCtor &&\n          nativeEvent !==':
      'if (\n          false &&\n          nativeEvent !==',
    'if (reactName || SyntheticEventCtor) {': 'if (false) {',
    // Changes are those of text fields.
    '"select" === SyntheticEventCtor ||\n          ("input" === SyntheticEventCtor && "file" === reactName.type)':
      'false',
    '!SyntheticEventCtor ||\n            "input" !== SyntheticEventCtor.toLowerCase() ||\n            ("checkbox" !== reactName.type && "radio" !== reactName.type)':
      'true',
    // Selecting, composing and what comes before an input: nobody listens to React's own, the composer asks the key itself.
    'handleEventFunc = targetInst ? getNodeFromInstance(targetInst) : window;\n      switch (domEventName) {':
      'if (false) switch (domEventName) {',
    'var fallbackData;\n      if (canUseCompositionEvent)': 'var fallbackData;\n      if (false)',
    'eventType &&\n        (useFallbackCompositionData &&':
      'false &&\n        (useFallbackCompositionData &&',
    'if (\n        (fallbackData = canUseTextInputEvent':
      'if (\n        false && (fallbackData = canUseTextInputEvent',
    // Whoever adds a handler is told so, instead of waiting for an event that does not come.
    'else return;\n  }\n  viewTransitionMutationContext = !0;\n}\nfunction setPropOnCustomElement':
      'else if (registrationNameDependencies[key]) return;\n else throw Error("built without " + key);\n  }\n}\nfunction setPropOnCustomElement',
  },
}
