/** The first content of each puzzle's fields: something small that is worth a look. */
import type { Values } from './listed.ts';

const HEART = `.##...##.
####.####
#########
#########
.#######.
..#####..
...###...
....#....`;

/** Regions of 6x6, each with every value once. */
export const JIGSAW = `AAABBB
ACABDB
CCADDB
CCEDDF
CEEEDF
EEFFFF`;

/** Small words, for squares and rectangles. */
const SMALL_WORDS =
  `ace act age ago aid ail air ale all alp and ant ape apt arc are ark arm art ash ate awe axe
bad bag ban bar bat bay bed bee beg bet bid big bin bit bow box boy bud bus but buy cab can cap car cat cow cry cup
dam day dew did die dig dim dip dot dry due ear eat eel egg ego elf elk elm end era eve ewe eye fan far fat fee few
fig fin fir fit fix fly fog for fox fun fur gap gas gel gem get gin got gum gun had ham has hat hay hen her hid him
hip his hit hot how hue hug ice icy ill imp ink inn ion ire its ivy jam jar jaw jet job jog joy key kid kin kit lab
lad lap law lay led leg let lid lie lip lit log lot low mad man map mat may men met mix mob mud mug nap net new nil
nod nor not now nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pal pan paw pay pea pen per
pet pie pig pin pit ply pod pot pro pub put rag ram ran rat raw ray red rib rid rim rip rob rod rot row rub rug run
rye sad sap sat saw say sea see set sew she shy sin sip sir sit six ski sky sly son sow soy spa spy sty sub sum sun
tab tag tan tap tar tax tea tee ten the thy tie tin tip toe ton too top toy try tub two urn use van vat vet via vow
wag war was wax way web wed wet who why wig win wit woe won wry yak yam yes yet you zip zoo area arena idea iris note
tone open pens rope ride stem step item tens even else seed list ides stew tear east arts area lane acre near edge`
    .split(/\s+/)
    .join('\n');

/** Puzzle -> field -> value. */
export const SAMPLES: Readonly<Record<string, Values>> = {
  pentominoes: { 'ROWSxCOLUMNS|FILE': '6x10' },
  dominoes: { 'ROWSxCOLUMNS|FILE|aztecN': 'aztec8' },
  polyominoes: { 'ROWSxCOLUMNS|FILE': '8x8', PIECE: 'pentominoes O4' },
  polycubes: { 'AxBxC|FILE': '3x4x5', PIECE: 'pentominoes' },
  polyiamonds: { 'BOARD|FILE': '4x9', PIECE: 'hexiamonds' },
  polyhexes: { 'BOARD|FILE': '4x7', PIECE: 'tetrahexes' },
  polysticks: { 'BOARD|FILE': '2x3', PIECE: 'tristicks', gaps: true },
  polyspheres: { 'BOARD|FILE': 'pyramid3', PIECE: 'trispheres', gaps: true },
  polyforms: { LATTICE: 'rhombic', 'BOARD|FILE': '1x1x1', PIECE: 'triples', unlimited: true },
  queens: { N: '8' },
  langford: { N: '7' },
  latin: { N: '5' },
  mates: { 'N|FILE': '7' },
  matching: { 'GRAPH|FILE': 'dodecahedron' },
  steiner: { V: '9' },
  kirkman: { V: '15' },
  sudoku: {
    'GRID|FILE':
      '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  },
  jigsaw: { FILE: JIGSAW },
  nonogram: { FILE: HEART, picture: true },
  hamiltonian: { 'ROWSxCOLUMNS|GRAPH|FILE': '6x6' },
  'knights-tour': { ROWSxCOLUMNS: '6x6' },
  slitherlink: { 'ADDRESS|FILE': 'https://puzz.link/p?slither/5/5/cbcbcddad' },
  masyu: { 'ADDRESS|FILE': 'https://puzz.link/p?mashu/6/6/1063000i3000' },
  'word-square': { FILE: SMALL_WORDS, N: '3' },
  'word-rectangle': { FILE: SMALL_WORDS, ROWSxCOLUMNS: '3x4' },
};
