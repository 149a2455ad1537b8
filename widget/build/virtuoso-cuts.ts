/**
 * What of the virtual list the thread does not use, in the words of this release: groups, rows that stay on top, the window or
 * another element as scroller, sideways scrolling, rows of a fixed or guessed height, gaps, placeholders while scrolling fast,
 * a saved state, smooth scrolling, notices of what is in view, and the log. What is passed is in widget/ui/thread/thread.tsx.
 */
import type { Cut } from './cut.ts'

const PROPS = [
  ...['context', 'followOutput', 'itemContent', 'increaseViewportBy', 'totalCount', 'firstItemIndex'],
  ...['initialTopMostItemIndex', 'components', 'atBottomThreshold', 'computeItemKey', 'alignToBottom'],
  ...['scrollerRef', 'skipAnimationFrameInResizeObserver'],
]

/** A system with nothing in it, for those that name it among what they need. */
const NOTHING = 'q(() => ({}), [])'

const LOG: readonly Cut[] = [
  ['[gt.DEBUG]: "debug", [gt.ERROR]: "error", [gt.INFO]: "log", [gt.WARN]: "warn"', ''],
  ['d === 0 && o("Zero-sized element, this should not happen", { child: l }, gt.ERROR),', ''],
  ['e.length > 0 && o("received item sizes", e, gt.DEBUG);', ''],
  ['Z(v(l, D(t)), ([a, p])'],
  ['Z(e, (o) => { o && et(t)("props updated"'],
  ['O("retrying to scroll to", { location: S }, gt.DEBUG),', ''],
  [', O("list did not change, scroll successful", {}, gt.DEBUG)', ''],
  ['O("scrolling from index to", { behavior: ft, index: ct, top: mt }, gt.DEBUG),', ''],
  ['et(d)("following output to ", { totalCount: L }, gt.DEBUG), T(w), I = null', 'T(w), I = null'],
  ['et(d)("following output to ", { totalCount: L }, gt.DEBUG), T(w)', 'T(w)'],
  ['et(d)("scrolling to bottom due to increased size", {}, gt.DEBUG),', ''],
  ['w("Upward scrolling compensation", { amount: S }, gt.DEBUG),', ''],
]

/** Heights: all are measured, none is known before. */
const SIZES: readonly Cut[] = [
  ['s?.( l ? Tn('],
  [
    'be(n, T), D(u, t, R), Et((a, [p, ...b]) => { if (p === null) { const [O] = b; return { ...wn(), groupIndices: O, groupOffsetTree: O.reduce((z, F, N) => xt(z, F, N), $t()) }; } return _o(a, [p, ...b]); }, I)',
    'n, Et(_o, I)',
  ],
  ['function _o(t, [e, n, o, r]) {', 'function _o(t, e) { const r = 0;'],
  [
    'if (n.length > 0 && J(s) && e.length === 2) { const h = e[0].size, m = e[1].size; i = n.reduce((x, R) => xt(xt(x, R, h), R + 1, m), i); } else [i, l]',
    '[i, l]',
  ],
  ['groupIndices: n, groupOffsetTree: n.reduce((h, m) => xt(h, m, ae(m, g, r)), $t()),', ''],
  ['groupIndices: [], groupOffsetTree: $t(),', ''],
  ['B(v(u, V((a) => a.length > 0), D(c, R)'],
  ['B(f, d)', '0'],
  ['B(v(d, V((a) => a !== void 0 && J(et(c).sizeTree))'],
  ['B(v(h, V((a) => a !== void 0 && a.length > 0'],
  ['B(v(u, D(g, d)'],
  [
    'const { groupIndices: p } = et(c); if (a > 0) _(e, !0), _(s, a + yn(a, p)); else if (a < 0) { const b = et(C); b.length > 0 && (a -= yn(-a, b)), _(i, a); }',
    'a > 0 ? (_(e, !0), _(s, a)) : a < 0 && _(i, a);',
  ],
  [
    'data: x, defaultItemSize: d, firstItemIndex: l, fixedItemSize: f, fixedGroupSize: g, gap: R, groupIndices: u, heightEstimates: h, itemSize: m, listRefresh: w, resetSizes: T,',
    'data: x, defaultItemSize: d, firstItemIndex: l, gap: R, itemSize: m, listRefresh: w,',
  ],
  ['statefulTotalCount: r, totalCount: o, trackItemSizes: S,', 'totalCount: o,'],
  ['if (Po(t)) return e.groupIndices[t.groupIndex] + 1;', ''],
  ['let r = Jn(o, e);', 'let r = o;'],
  ['if (w.length === 0) return p(S);', 'return p(S);'],
  ['k(([S, { groupIndices: w, lastSize: L, sizeTree: P }, a])', 'k(([S, { lastSize: L }, a])'],
]

/** What is told of the scroller: whether it stands at the end, and which way it goes. */
const FLAGS: readonly Cut[] = [
  ['B(v(dt(W(r), W(g)), k(([c, C]) => c <= C)'],
  ['B(v(l, Vt(50)), f)', '0'],
  ['B(v(i, Vt(50)), u)', '0'],
  ['B(v(h, V((c) => !c), vt(0)), T)', '0'],
  ['B(v(r, Vt(100), D(h)'],
  [
    'atBottomStateChange: u, atBottomThreshold: d, atTopStateChange: f, atTopThreshold: g, isAtBottom: i, isAtTop: l,',
    'atBottomThreshold: d, isAtBottom: i,',
  ],
  ['scrollDirection: I, scrollVelocity: T', 'scrollDirection: I'],
]

/** Which rows are drawn: those in view, none around them. */
const RANGE: readonly Cut[] = [
  ['a = Hn(C, fe), p = Hn(C, me);', 'a = 0, p = 0;'],
  ['Rn(R, fe, P)', '0'],
  ['Rn(R, me, P)', '0'],
  ['const z = O !== void 0 && O.length !== b; return a && !p && !z;', 'return a && !p;'],
  ['it === 0 ? { ...Me, totalCount: b } : oo(it, z, O, X, M, Y)', '{ ...Me, totalCount: b }'],
  ['it > 0 && !et(T) ? null : ye(', 'ye('],
  ['if (N.length > 0) {', 'if (!1) {'],
  ['const wt = N.length > 0 ? N[N.length - 1] + 1 : 0,', 'const wt = 0,'],
  ['Q < wt && (tt += (wt - Q) * ut, Q = wt);', ''],
  ['ne = kn(ft, fe), H = kn(ft, me);', 'ne = 0, H = 0;'],
  ['if (Bt.length > 0 && (ne > 0 || H > 0)) {', 'if (!1) {'],
  ['$.push({ data: Y?.[at],', '$.push({'],
  ['B(s.topItemsIndexes, R)', '0'],
  ['B(v(t, V(Ke), k((a) => a?.length)), r)', '0'],
  ['B(v(S, k((a) => a.topListHeight)), g)', '0'],
  ['B(g, l)', '0'],
  ['B(v(S, k((a) => a.items)), c)', '0'],
  [
    'endReached: w, initialItemCount: I, itemsRendered: c, listState: S, minOverscanItemCount: C, rangeChanged: P, startReached: L, topItemsIndexes: R,',
    'listState: S,',
  ],
  ['topItems: En(e, r, s), topListHeight: e.reduce((R, I) => I.size + R, 0),', ''],
  ['topItems: [], topListHeight: 0,', ''],
]

const SYSTEMS: readonly Cut[] = [
  ['alignToBottom: n, paddingTopAddition: o', 'alignToBottom: n'],
  ['et(n) === void 0 ? I = kt(t, () => { T(w)', '!0 ? I = kt(t, () => { T(w)'],
  ['Z(R, () => { c(et(x) !== !1); })', '0'],
  ['B(be(v(W(o)'],
  ['Z(v(dt(v(S, qt(1)), u)'],
  ['autoscrollToBottom: R, followOutput: x, scrollIntoViewOnChange: C', 'followOutput: x'],
  ['if (C(), ft === "smooth") {', 'if (C(), !1) {'],
]

/** Whole systems. What is left of them is one bag, as the published one is, in which every name means one thing. */
const WHOLE_SYSTEMS: readonly Cut[] = [
  ['Gt = q(', 'Gt = q(() => ({ log: y(te) }), [])', 'call'],
  ['to = q(', `to = ${NOTHING}`, 'call'],
  ['io = q(', `io = ${NOTHING}`, 'call'],
  [
    'uo = q(',
    'uo = q((all) => Object.assign({}, ...all), st(Mt, pe, It, nr, Yt, he, ur, tn, At, ro, Qo, so))',
    'call',
  ],
]

const ROWS: readonly Cut[] = [
  [
    'function $n(t, e, n, o, r, s, i, l, u) {',
    'function $n(t, e, n, o, r, s, i_, l_, u) { const i = void 0, l = !1;',
  ],
  ['m = h.lastElementChild?.dataset.viewportType === "window";', 'm = !1;'],
  [
    'zn = /* @__PURE__ */ E.memo(function({ showTopList: e = !1 }) {',
    'zn = /* @__PURE__ */ E.memo(function() { const e = !1;',
  ],
  [
    'r = A("useWindowScroll"), s = A("customScrollParent"), i = Tt("windowScrollContainerState"), l = Tt("scrollContainerState"), u = s || r ? i : l, f = A("itemContent"), d = A("context"), g = A("groupContent"), h = A("trackItemSizes"), m = A("itemSize"), x = A("log"), R = Tt("gap"), I = A("horizontalDirection"),',
    's = void 0, u = Tt("scrollContainerState"), f = A("itemContent"), d = A("context"), h = !0, m = A("itemSize"), x = te, R = te, I = !1,',
  ],
  [
    'const w = A("EmptyPlaceholder"), L = A("ScrollSeekPlaceholder") ?? pr, P =',
    'const w = null, L = pr, P =',
  ],
  [
    'p = A("GroupComponent"), b = A("computeItemKey"), O = A("isSeeking"), z = A("groupIndices").length > 0,',
    'p = 0, g = te, b = A("computeItemKey"), O = !1, z = !1,',
  ],
  ['gr = { overflowAnchor: "none", position: on(),', 'gr = { overflowAnchor: "none", position: 0,'],
  ['vr = { position: on(),', 'vr = { position: 0,'],
  ['"data-item-group-index": M.groupIndex,', ''],
]

const SCROLLER: readonly Cut[] = [
  ['function fo(t, e, n, o = te, r, s) {', 'function fo(t, e, n, o) { const r = void 0, s = !1;'],
  [
    ', l.current !== null && (Math.abs(R - l.current) < 1 || R <= 0 || R === m - x) && (l.current = null, e(!0), u.current && (clearTimeout(u.current), u.current = null));',
    ';',
  ],
  ['if (fr(I) || We(I)) {', 'if (!1) {'],
  ['We(m) ? (I = Math.max(', '!1 ? (I = Math.max('],
  ['const x = h.behavior === "smooth";', 'const x = !1;'],
  ['h = e("scrollerRef"), m = e("horizontalDirection") || !1, {', 'h = e("scrollerRef"), m = !1, {'],
  [
    ', T = E.useContext(Ie), c = E.useRef(0), C = E.useCallback((L) => { c.current = L; }, []); t("totalListHeight", C);',
    ';',
  ],
  ['const S = E.useCallback((L) => { if (!T || L.top === void 0)'],
  ['return t("scrollTo", T ? S : I)', 'return t("scrollTo", I)'],
]

const PARTS: readonly Cut[] = [
  [
    'const e = E.useContext(Ie), n = Tt("viewportHeight"), o = Tt("fixedItemHeight"), r = A("alignToBottom"), s = A("horizontalDirection"),',
    'const n = Tt("viewportHeight"), r = A("alignToBottom"), s = !1,',
  ],
  [
    'return E.useEffect(() => { e && (n(e.viewportHeight), o(e.itemHeight)); }, [e, n, o]), /* @__PURE__ */ G(',
    'return G(',
  ],
  [
    'const n = A("useWindowScroll"), o = A("topItemsIndexes").length > 0, r = A("customScrollParent"), s = A("context");',
    'const n = !1, o = !1, r = !1, s = A("context");',
  ],
  [
    'const e = A("HeaderComponent"), n = Tt("headerHeight"), o = A("HeaderFooterTag"),',
    'const e = A("HeaderComponent"), n = Tt("headerHeight"), o = "div",',
  ],
  [
    'const e = A("FooterComponent"), n = Tt("footerHeight"), o = A("HeaderFooterTag"),',
    'const e = A("FooterComponent"), n = Tt("footerHeight"), o = "div",',
  ],
  ['EmptyPlaceholder: i("EmptyPlaceholder"),', ''],
  ['GroupComponent: i("Group", "div"), groupContent: e,', ''],
  ['HeaderFooterTag: r,', ''],
  ['ScrollSeekPlaceholder: i("ScrollSeekPlaceholder"), TopItemListComponent: i("TopItemList")', ''],
  ['R = parseInt(E.version, 10) >= 18 ? m : x;', 'R = m;'],
]

/** What the thread passes and calls; it hears nothing. */
const FACE = {
  optional: Object.fromEntries(PROPS.map((name) => [name, name])),
  methods: { scrollToIndex: 'scrollToIndex' },
}

export const CUTS: readonly Cut[] = [
  ...LOG,
  ...SIZES,
  ...FLAGS,
  ...RANGE,
  ...SYSTEMS,
  ...ROWS,
  ...SCROLLER,
  ...PARTS,
  ...WHOLE_SYSTEMS,
  ['nn( hr,', `nn(hr, ${JSON.stringify(FACE)}, Rr)`, 'call'],
]
