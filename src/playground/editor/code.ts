/** The editor by CodeMirror 6: it loads when the view is first opened. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { h } from '../element.ts';
import { EDITOR_LABEL, type Listener, type TextEditor } from './editor.ts';
import type { Naming } from './reading.ts';

/** Colours come from the page: custom properties reach into the shadow. */
const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '0.95rem', color: 'var(--ink)', backgroundColor: 'var(--card)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.6rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--wash) 45%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
    },
  '.dlx-comment': { color: 'var(--soft)', fontStyle: 'italic' },
  '.dlx-items': { fontWeight: '600' },
  '.dlx-bar': { color: 'var(--accent)', fontWeight: '700' },
  '.dlx-colour': { color: 'var(--chosen)' },
  '.dlx-light': {
    backgroundColor: 'var(--wash)',
    borderRadius: '3px',
    boxShadow: '0 0 0 1px var(--accent)',
  },
  '.dlx-chosen': {
    backgroundColor: 'var(--chosen-wash)',
    boxShadow: 'inset 3px 0 0 var(--chosen)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--chosen) 2px',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    maxWidth: '26rem',
    color: 'var(--ink)',
    backgroundColor: 'var(--card)',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
  },
  '.cm-diagnostic': { padding: '0.4rem 0.7rem', fontFamily: 'var(--sans)', whiteSpace: 'normal' },
  '.cm-diagnostic-error': { borderLeft: '4px double var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--chosen)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--card)' },
});

/** Sets the marks on names of items and on lines. */
const setLight = StateEffect.define<DecorationSet>();
const lights = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { docChanged, effects, changes }) {
    let now = docChanged ? before.map(changes) : before;
    for (const effect of effects) if (effect.is(setLight)) now = effect.value;
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const light = Decoration.mark({ class: 'dlx-light' });
const chosenLine = Decoration.line({ class: 'dlx-chosen' });
const commentLine = Decoration.line({ class: 'dlx-comment' });
const itemsLine = Decoration.line({ class: 'dlx-items' });
const bar = Decoration.mark({ class: 'dlx-bar' });
const colour = Decoration.mark({ class: 'dlx-colour' });

/**
 * How often an item is covered, and the bar before secondary items; the colour of an item, and a
 * cost.
 */
const IN_ITEMS = /(?<=^|\s)[\d:]*\|/g;
const IN_OPTION = /(?<=\S):\S*|(?<=^|\s)\|\S*/g;

/** The words of the text in the way of their kind, for the lines in sight. */
const kinds = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = kindsIn(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = kindsIn(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function kindsIn({ state, visibleRanges }: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  let head = 1;
  while (head < state.doc.lines && /^\s*(\||$)/.test(state.doc.line(head).text)) head++;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (/^\s*\|(?!!)/.test(line.text)) marks.push(commentLine.range(line.from));
      else {
        const isHead = line.number === head;
        if (isHead) marks.push(itemsLine.range(line.from));
        for (const { index, 0: sign } of line.text.matchAll(isHead ? IN_ITEMS : IN_OPTION)) {
          const start = line.from + index;
          marks.push((sign.startsWith(':') ? colour : bar).range(start, start + sign.length));
        }
      }
      at = line.to + 1;
    }
  }
  return Decoration.set(marks, true);
}

/** Puts an editor into a place of the page. */
export function codeEditor(text: string, listener: Listener, host: HTMLElement): TextEditor {
  const element = h('div.code-editor');
  // In a shadow root it writes its styles as constructed sheets, which the policy of the page
  // allows.
  const root = element.attachShadow({ mode: 'open' });
  const place = h('div');
  place.style.height = '100%';
  root.append(place);
  host.replaceChildren(element);
  const view = new EditorView({
    root,
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        lintGutter(),
        keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap]),
        lights,
        kinds,
        THEME,
        EditorView.contentAttributes.of({ 'aria-label': EDITOR_LABEL, autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) listener.onText(update.state.doc.toString());
          else if (update.selectionSet) {
            listener.onPlace(update.state.selection.main.head, 'cursor');
          }
        }),
        EditorView.domEventHandlers({
          mousemove({ clientX, clientY }, pointed) {
            const at = pointed.posAtCoords({ x: clientX, y: clientY });
            listener.onPlace(at ?? undefined, 'pointer');
          },
          mouseleave: () => listener.onPlace(undefined, 'pointer'),
        }),
      ],
    }),
  });
  // To ask for a place measures the lines. Otherwise a frame may come before, with guesses of their heights.
  view.elementAtHeight(0);
  return {
    element,
    get text() {
      return view.state.doc.toString();
    },
    setText(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setMistakes(mistakes) {
      const { length } = view.state.doc;
      const diagnostics = mistakes.map(
        ({ from, to, message, isWarning }): Diagnostic => ({
          from: Math.min(from, length),
          to: Math.min(to, length),
          severity: isWarning ? 'warning' : 'error',
          message,
        }),
      );
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    light(namings, lines) {
      const { doc } = view.state;
      const marks = namings
        .filter(({ to }) => to <= doc.length)
        .map(({ from, to }: Naming) => light.range(from, to));
      const rows = lines
        .filter((line) => line < doc.lines)
        .map((line) => chosenLine.range(doc.line(line + 1).from));
      view.dispatch({ effects: setLight.of(Decoration.set([...rows, ...marks], true)) });
    },
    goTo(at) {
      const anchor = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
